import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  type OwnPasskey,
  PASSKEY_LIMITS,
  PASSKEY_TEXTS,
  type PasskeyCreation,
  type PasskeyCreationOptions,
  type ProblemCode,
  type RegisteredPasskey,
  type SessionInfo,
} from '@sitedesk/contract';
import { normaliseLine } from '@sitedesk/contract/dto';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountMailer } from '../../account-mail/account-mailer.service.js';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { newId } from '../../common/id.js';
import type { Page } from '../../common/keyset.js';
import { ProblemException, ValidationProblem } from '../../common/problem.js';
import { unavailableAware } from '../../database/sql.js';
import { AccountsService, isUniqueViolation } from '../accounts.service.js';
import type { SessionPrincipal } from '../principal.js';
import { SessionsService } from '../sessions.service.js';
import { RecoveryCodes } from '../two-factor/recovery-codes.service.js';
import { SecondFactors } from '../two-factor/second-factors.service.js';
import { type RenewedSession, SessionRenewal } from '../two-factor/session-renewal.service.js';
import { WaysIn } from '../ways-in.service.js';
import { sessionCeremony } from './ceremony.js';
import { PasskeyCeremonies } from './passkey-ceremonies.service.js';
import { Passkey } from './passkey.entity.js';
import { PasskeyStore } from './passkey-store.service.js';
import type { SiteAddress } from './site-address.js';

/** The account's passkeys do not allow it (409). */
export class PasskeyConflict extends ProblemException {
  constructor(text: string, code: ProblemCode = 'wrong-state') {
    super(HttpStatus.CONFLICT, code, text);
  }
}

/** What people do with their own passkeys. A new or removed one ends the sessions elsewhere, and is told by mail (ID-10). */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly renewal: SessionRenewal,
    private readonly factors: SecondFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly waysIn: WaysIn,
    private readonly store: PasskeyStore,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly mailer: AccountMailer,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(tenantId: string, { accountId }: SessionPrincipal): Promise<Page<OwnPasskey>> {
    const rows = await this.store.list(tenantId, accountId);
    return { items: rows.map(toOwnPasskey), nextCursor: null };
  }

  /** @throws PasskeyConflict, HostnameMissing */
  async begin(
    tenantId: string,
    site: SiteAddress,
    session: SessionPrincipal,
  ): Promise<PasskeyCreationOptions> {
    const { accountId, displayName } = session;
    const known = await this.store.list(tenantId, accountId);
    if (known.length >= PASSKEY_LIMITS.perAccount) throw new PasskeyConflict(PASSKEY_TEXTS.tooMany);
    const email = await this.accounts.emailOf(tenantId, { id: accountId, email: session.email });
    const holder = { accountId, email, displayName };
    const ceremony = sessionCeremony('registration', session);
    return this.ceremonies.creationOptions(tenantId, site, ceremony, holder);
  }

  /** With recovery codes, if there are none left: whoever loses the device needs a way back (C21). */
  async register(
    tenantId: string,
    actor: Actor,
    { site, session }: { readonly site: SiteAddress; readonly session: SessionPrincipal },
    { name, response }: { readonly name: string; readonly response: PasskeyCreation },
  ): Promise<RenewedSession<RegisteredPasskey>> {
    const { accountId } = session;
    const ceremony = sessionCeremony('registration', session);
    const credential = await this.ceremonies.verifyCreation(tenantId, site, ceremony, response);
    if ('reason' in credential) return this.refuse(tenantId, actor, accountId, credential.reason);
    const withCodes = (await this.recoveryCodes.left(tenantId, accountId)) === 0;
    const now = new Date(this.clock.now());
    const row = {
      ...{ id: newId(), tenantId, accountId, name: String(normaliseLine(name)), ...credential },
      ...{ createdAt: now, lastUsedAt: null, flaggedAt: null },
    };
    const renewed = await this.renewal.within(tenantId, session.sessionId, async (manager) => {
      const passkey = await this.insert(manager, tenantId, row);
      const recoveryCodes = withCodes ? await this.recoveryCodes.replace(manager, tenantId, accountId) : null;
      await this.changed(manager, tenantId, actor, session, { action: 'passkey.add', passkey });
      return { passkey: toOwnPasskey(passkey), recoveryCodes };
    });
    this.mailer.wake();
    return { token: renewed.token, answer: { ...renewed.result, session: renewed.session } };
  }

  /** @throws NotFoundException */
  async rename(
    tenantId: string,
    actor: Actor,
    { accountId }: SessionPrincipal,
    { id, name: typed }: { readonly id: string; readonly name: string },
  ): Promise<OwnPasskey> {
    const name = String(normaliseLine(typed));
    return unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const passkey = await manager.findOneBy(Passkey, { tenantId, accountId, id });
        if (!passkey) throw new NotFoundException();
        await manager.update(Passkey, { tenantId, accountId, id }, { name });
        await this.auditLog.record(
          ...([tenantId, actor] as const),
          {
            ...{ action: 'passkey.rename', target: { kind: 'passkey', id } },
            ...{ before: { name: passkey.name }, after: { name } },
          },
          manager,
        );
        return toOwnPasskey({ ...passkey, name });
      }),
    );
  }

  /** With the last factor the recovery codes go too. @throws NotFoundException, PasskeyConflict, LastWayIn, PasswordTooShort */
  async remove(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    id: string,
  ): Promise<RenewedSession<SessionInfo>> {
    const { accountId, sessionId } = session;
    const known = await this.store.list(tenantId, accountId);
    if (!known.some((passkey) => passkey.id === id)) throw new NotFoundException();
    const isLastPasskey = known.length === 1;
    const isLastFactor = isLastPasskey && (await this.factors.isLast(tenantId, session, 'passkey'));
    const renewed = await this.renewal.within(tenantId, sessionId, async (manager) => {
      await this.store.lock(manager, tenantId, accountId);
      // Of two at once, one must not take the other for the one that stays.
      const now = await manager.findBy(Passkey, { tenantId, accountId });
      const passkey = now.find((each) => each.id === id);
      if (!passkey || now.length !== known.length) {
        throw new PasskeyConflict(PASSKEY_TEXTS.changedMeanwhile, 'changed-meanwhile');
      }
      await this.waysIn.requireAnother(manager, tenantId, accountId, id);
      await manager.delete(Passkey, { tenantId, accountId, id });
      if (isLastFactor) await this.recoveryCodes.remove(manager, tenantId, accountId);
      await this.changed(manager, tenantId, actor, session, { action: 'passkey.remove', passkey });
    });
    this.mailer.wake();
    return { token: renewed.token, answer: renewed.session };
  }

  private async insert(manager: EntityManager, tenantId: string, row: Passkey): Promise<Passkey> {
    await this.store.lock(manager, tenantId, row.accountId);
    const count = await manager.countBy(Passkey, { tenantId, accountId: row.accountId });
    if (count >= PASSKEY_LIMITS.perAccount) throw new PasskeyConflict(PASSKEY_TEXTS.tooMany);
    try {
      await manager.insert(Passkey, row);
    } catch (error) {
      throw isUniqueViolation(error) ? new PasskeyConflict(PASSKEY_TEXTS.registeredAlready) : error;
    }
    return row;
  }

  /** What adding and removing have in common, as the end of the transaction. */
  private async changed(
    manager: EntityManager,
    tenantId: string,
    actor: Actor,
    { accountId, sessionId, email, displayName }: SessionPrincipal,
    { action, passkey }: { readonly action: 'passkey.add' | 'passkey.remove'; readonly passkey: Passkey },
  ): Promise<void> {
    const { id, name, rpId } = passkey;
    await this.sessions.endAll(manager, tenantId, accountId, sessionId);
    const account = { id: accountId, email, displayName };
    const detail = `The passkey "${name}" was ${action === 'passkey.add' ? 'added' : 'removed'}.`;
    await this.mailer.postNews(manager, tenantId, account, 'two-factor-changed', { detail });
    const facts = { [action === 'passkey.add' ? 'after' : 'before']: { name, hostname: rpId } };
    const event = { action, target: { kind: 'passkey', id }, ...facts };
    await this.auditLog.record(tenantId, actor, event, manager);
  }

  private async refuse(tenantId: string, actor: Actor, accountId: string, reason: string): Promise<never> {
    await this.auditLog.record(tenantId, actor, {
      action: 'passkey.add',
      outcome: 'refused',
      target: { kind: 'account', id: accountId },
      reason,
    });
    throw new ValidationProblem([{ field: 'response', message: PASSKEY_TEXTS.notRegistered }]);
  }
}

/** A passkey as its owner may see it. */
function toOwnPasskey(row: Passkey): OwnPasskey {
  const { id, name, rpId, backedUp } = row;
  return {
    ...{ id, name, hostname: rpId, backedUp },
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    flaggedAt: row.flaggedAt?.toISOString() ?? null,
  };
}
