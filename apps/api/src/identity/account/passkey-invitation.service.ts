import { Inject, Injectable } from '@nestjs/common';
import { type AcceptedWithPasskey, PASSKEY_TEXTS, type PasskeyCreationOptions } from '@sitedesk/contract';
import { type AcceptInvitationWithPasskeyDto, normaliseLine } from '@sitedesk/contract/dto';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { newId } from '../../common/id.js';
import { ValidationProblem } from '../../common/problem.js';
import { unavailableAware } from '../../database/sql.js';
import type { Account } from '../account.entity.js';
import { AccountsService, isUniqueViolation } from '../accounts.service.js';
import { LinkRefused } from '../links/link-refused.js';
import { type LiveLink, LinkStore } from '../links/link-store.service.js';
import { invitationCeremony } from '../passkeys/ceremony.js';
import { type NewCredential, PasskeyCeremonies } from '../passkeys/passkey-ceremonies.service.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { PasskeyConflict } from '../passkeys/passkeys.service.js';
import type { SiteAddress } from '../passkeys/site-address.js';
import { type SignedIn, SignInService } from '../sign-in.service.js';
import { RecoveryCodes } from '../two-factor/recovery-codes.service.js';
import { AccountCredentials } from './account-credentials.service.js';

/** Somebody who has joined, and what the page shows once. */
export interface JoinedWithPasskey {
  readonly signedIn: SignedIn;
  readonly recoveryCodes: AcceptedWithPasskey['recoveryCodes'];
}

/** People who follow an invitation and make a passkey instead of a password. The link works once, as with one. */
@Injectable()
export class PasskeyInvitation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly links: LinkStore,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly credentials: AccountCredentials,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly signIn: SignInService,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Does not use the link. @throws LinkRefused, HostnameMissing */
  async begin(tenantId: string, site: SiteAddress, token: string): Promise<PasskeyCreationOptions> {
    const { link, account } = await this.find(tenantId, token);
    const { id: accountId, displayName } = account;
    const email = await this.accounts.emailOf(tenantId, account);
    const holder = { accountId, email, displayName };
    return this.ceremonies.creationOptions(tenantId, site, invitationCeremony(link), holder);
  }

  /**
   * The link proves the address, and its holder has made the passkey in this moment: that is a sign-in.
   * @throws LinkRefused, ValidationProblem when the passkey is not right (the link then still works), PasskeyConflict
   */
  async accept(
    tenantId: string,
    actor: Actor,
    site: SiteAddress,
    input: AcceptInvitationWithPasskeyDto,
  ): Promise<JoinedWithPasskey> {
    const live = await this.find(tenantId, input.token);
    const { id } = live.account;
    const ceremony = invitationCeremony(live.link);
    const credential = await this.ceremonies.verifyCreation(tenantId, site, ceremony, input.response);
    if ('reason' in credential) return this.refuse(tenantId, actor, id, credential.reason);
    const recoveryCodes = await unavailableAware(() =>
      this.dataSource.transaction((manager) =>
        this.join(manager, tenantId, actor, live, { credential, input }),
      ),
    );
    const accepted = await this.accounts.find(tenantId, id);
    if (!accepted) throw new LinkRefused(); // deleted in this very moment
    return { signedIn: await this.signIn.complete(tenantId, actor, accepted, ['passkey']), recoveryCodes };
  }

  /** As the work of one transaction. @returns the recovery codes */
  private async join(
    manager: EntityManager,
    tenantId: string,
    actor: Actor,
    { link, account }: LiveLink,
    given: { readonly credential: NewCredential; readonly input: AcceptInvitationWithPasskeyDto },
  ): Promise<readonly string[]> {
    const { credential, input } = given;
    const { status } = await this.links.use(manager, tenantId, link);
    if (status !== 'invited') throw new LinkRefused();
    const now = new Date(this.clock.now());
    await this.credentials.store(manager, tenantId, account.id, null, {
      ...{ status: 'active', emailConfirmedAt: now },
      displayName: String(normaliseLine(input.displayName)),
    });
    const name = String(normaliseLine(input.passkeyName));
    await this.insert(manager, {
      ...{ id: newId(), tenantId, accountId: account.id, name, ...credential },
      ...{ createdAt: now, lastUsedAt: null, flaggedAt: null },
    });
    const codes = await this.recoveryCodes.replace(manager, tenantId, account.id);
    const target = { kind: 'account', id: account.id };
    const after = { passkey: name, hostname: credential.rpId };
    await this.auditLog.record(
      ...([tenantId, actor] as const),
      { action: 'account.accept-invitation', target, after },
      manager,
    );
    return codes;
  }

  private async insert(manager: EntityManager, row: Passkey): Promise<void> {
    try {
      await manager.insert(Passkey, row);
    } catch (error) {
      throw isUniqueViolation(error) ? new PasskeyConflict(PASSKEY_TEXTS.registeredAlready) : error;
    }
  }

  private async find(tenantId: string, token: string): Promise<LiveLink> {
    const live = await this.links.find(tenantId, ['invitation'], token);
    if (live.account.status !== 'invited') throw new LinkRefused();
    return live;
  }

  private async refuse(tenantId: string, actor: Actor, id: Account['id'], reason: string): Promise<never> {
    await this.auditLog.record(tenantId, actor, {
      ...{ action: 'account.accept-invitation', outcome: 'refused', reason: `passkey: ${reason}` },
      target: { kind: 'account', id },
    });
    throw new ValidationProblem([{ field: 'response', message: PASSKEY_TEXTS.notRegistered }]);
  }
}
