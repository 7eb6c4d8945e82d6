import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { SessionInfo } from '@sitedesk/contract/identity';
import {
  type OwnPasskey,
  PASSKEY_LIMITS,
  PASSKEY_TEXTS,
  type PasskeyCreation,
  type PasskeyCreationOptions,
  type RegisteredPasskey,
} from '@sitedesk/contract/passkeys';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AccountEmailService } from '../account-emails/account-email.service.js';
import type { RequestContext, SessionContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import type { Page } from '../../platform/http/keyset.js';
import { ProblemException, ValidationProblem, WrongState } from '../../platform/http/problem.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { RecoveryCodesService } from '../two-factor/recovery-codes.service.js';
import { SecondFactorsService } from '../two-factor/second-factors.service.js';
import { type RenewedSession, SessionRenewalService } from '../sessions/session-renewal.service.js';
import { SignInMethodsService } from '../accounts/sign-in-methods.service.js';
import { sessionCeremony } from './ceremony.js';
import { PasskeyCeremoniesService } from './passkey-ceremonies.service.js';
import { Passkey } from './passkey.entity.js';
import { PasskeyStore } from './passkey-store.js';
import type { SiteAddress } from './site-address.js';

/** What people do with their own passkeys. A new or removed one ends the sessions elsewhere, and the owner is notified by email. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly renewal: SessionRenewalService,
    private readonly factors: SecondFactorsService,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly signInMethods: SignInMethodsService,
    private readonly store: PasskeyStore,
    private readonly ceremonies: PasskeyCeremoniesService,
    private readonly mailer: AccountEmailService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(context: SessionContext): Promise<Page<OwnPasskey>> {
    const { accountId } = context.caller;
    const rows = await this.store.list(context.tenantId, accountId);
    return { items: rows.map(toOwnPasskey), nextCursor: null };
  }

  /** @throws WrongState, WrongState */
  async begin(context: SessionContext, site: SiteAddress): Promise<PasskeyCreationOptions> {
    const { tenantId, caller } = context;
    const { accountId, displayName } = caller;
    const known = await this.store.list(tenantId, accountId);
    if (known.length >= PASSKEY_LIMITS.perAccount) throw new WrongState(PASSKEY_TEXTS.tooMany);
    const email = await this.accounts.emailOf(tenantId, { id: accountId, email: caller.email });
    const holder = { accountId, email, displayName };
    const ceremony = sessionCeremony('registration', caller);
    return this.ceremonies.creationOptions(tenantId, site, ceremony, holder);
  }

  /** With recovery codes, if there are none left: anyone who loses the device needs a way back. */
  async register(
    context: SessionContext,
    site: SiteAddress,
    { name, response }: { readonly name: string; readonly response: PasskeyCreation },
  ): Promise<RenewedSession<RegisteredPasskey>> {
    const { tenantId, caller } = context;
    const { accountId } = caller;
    const ceremony = sessionCeremony('registration', caller);
    const credential = await this.ceremonies.verifyCreation(tenantId, site, ceremony, response);
    if ('reason' in credential) return this.refuse(context, accountId, credential.reason);
    const withCodes = (await this.recoveryCodes.left(tenantId, accountId)) === 0;
    const now = new Date(this.clock.now());
    const row = {
      id: newId(),
      tenantId,
      accountId,
      name: String(normaliseLine(name)),
      ...credential,
      createdAt: now,
      lastUsedAt: null,
      flaggedAt: null,
    };
    const renewed = await this.renewal.within(tenantId, caller.sessionId, async (manager) => {
      const passkey = await this.insert(manager, tenantId, row);
      const recoveryCodes = withCodes ? await this.recoveryCodes.replace(manager, tenantId, accountId) : null;
      await this.changed(manager, context, { action: 'passkey.add', passkey });
      return { passkey: toOwnPasskey(passkey), recoveryCodes };
    });
    this.mailer.wake();
    return { token: renewed.token, answer: { ...renewed.result, session: renewed.session } };
  }

  /** @throws NotFoundException */
  async rename(
    context: SessionContext,
    { id, name: typed }: { readonly id: string; readonly name: string },
  ): Promise<OwnPasskey> {
    const { tenantId } = context;
    const { accountId } = context.caller;
    const name = String(normaliseLine(typed));
    return this.manager.transaction(async (manager) => {
      const passkey = await manager.findOneBy(Passkey, { tenantId, accountId, id });
      if (!passkey) throw new NotFoundException();
      await manager.update(Passkey, { tenantId, accountId, id }, { name });
      await this.auditLog.record(
        context,
        {
          action: 'passkey.rename',
          target: { kind: 'passkey', id },
          before: { name: passkey.name },
          after: { name },
        },
        manager,
      );
      return toOwnPasskey({ ...passkey, name });
    });
  }

  /** With the last factor the recovery codes go too. @throws NotFoundException, WrongState, WrongState, PasswordTooShort */
  async remove(context: SessionContext, id: string): Promise<RenewedSession<SessionInfo>> {
    const { tenantId } = context;
    const { accountId, sessionId } = context.caller;
    const known = await this.store.list(tenantId, accountId);
    if (!known.some((passkey) => passkey.id === id)) throw new NotFoundException();
    const isLastPasskey = known.length === 1;
    const isLastFactor = isLastPasskey && (await this.factors.isLast(tenantId, context.caller, 'passkey'));
    const renewed = await this.renewal.within(tenantId, sessionId, async (manager) => {
      await this.store.lock(manager, tenantId, accountId);
      // Of two at once, one must not take the other for the one that stays.
      const now = await manager.findBy(Passkey, { tenantId, accountId });
      const passkey = now.find((each) => each.id === id);
      if (!passkey || now.length !== known.length) {
        throw new ProblemException(HttpStatus.CONFLICT, 'changed-meanwhile', PASSKEY_TEXTS.changedMeanwhile);
      }
      await this.signInMethods.requireAnother(manager, tenantId, accountId, id);
      await manager.delete(Passkey, { tenantId, accountId, id });
      if (isLastFactor) await this.recoveryCodes.remove(manager, tenantId, accountId);
      await this.changed(manager, context, { action: 'passkey.remove', passkey });
    });
    this.mailer.wake();
    return { token: renewed.token, answer: renewed.session };
  }

  private async insert(manager: EntityManager, tenantId: string, row: Passkey): Promise<Passkey> {
    await this.store.lock(manager, tenantId, row.accountId);
    const count = await manager.countBy(Passkey, { tenantId, accountId: row.accountId });
    if (count >= PASSKEY_LIMITS.perAccount) throw new WrongState(PASSKEY_TEXTS.tooMany);
    const refusal = (): Error => new WrongState(PASSKEY_TEXTS.registeredAlready);
    await manager.insert(Passkey, row).catch(duplicateAs(refusal));
    return row;
  }

  /** What adding and removing have in common, as the end of the transaction. */
  private async changed(
    manager: EntityManager,
    context: SessionContext,
    { action, passkey }: { readonly action: 'passkey.add' | 'passkey.remove'; readonly passkey: Passkey },
  ): Promise<void> {
    const { tenantId } = context;
    const { accountId, sessionId, email, displayName } = context.caller;
    const { id, name, rpId } = passkey;
    await this.sessions.endAll(manager, tenantId, accountId, sessionId);
    const account = { id: accountId, email, displayName };
    const isAdded = action === 'passkey.add';
    const detail = {
      en: `The passkey “${name}” was ${isAdded ? 'added' : 'removed'}.`,
      de: `Der Passkey „${name}“ wurde ${isAdded ? 'hinzugefügt' : 'entfernt'}.`,
    };
    await this.mailer.postNotice(manager, tenantId, account, 'two-factor-changed', { detail });
    const facts = { [action === 'passkey.add' ? 'after' : 'before']: { name, hostname: rpId } };
    const event = { action, target: { kind: 'passkey', id }, ...facts };
    await this.auditLog.record(context, event, manager);
  }

  private async refuse(context: RequestContext, accountId: string, reason: string): Promise<never> {
    await this.auditLog.record(context, {
      action: 'passkey.add',
      outcome: 'refused',
      target: { kind: 'account', id: accountId },
      reason,
    });
    throw ValidationProblem.at('response', PASSKEY_TEXTS.notRegistered);
  }
}

/** A passkey as its owner may see it. */
function toOwnPasskey(row: Passkey): OwnPasskey {
  const { id, name, rpId, backedUp } = row;
  return {
    id,
    name,
    hostname: rpId,
    backedUp,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    flaggedAt: row.flaggedAt?.toISOString() ?? null,
  };
}
