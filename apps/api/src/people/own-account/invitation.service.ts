import { Inject, Injectable } from '@nestjs/common';
import type { InvitationPreview } from '@sitedesk/contract/account';
import type { AcceptInvitationDto } from '@sitedesk/contract/account.dto';
import {
  type AcceptedWithPasskey,
  PASSKEY_TEXTS,
  type PasskeyCreationOptions,
} from '@sitedesk/contract/passkeys';
import type { AcceptInvitationWithPasskeyDto } from '@sitedesk/contract/passkeys.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { LinkRefused } from '../links/link-refused.js';
import { type LiveLink, LinkStore } from '../links/link-store.js';
import { invitationCeremony } from '../passkeys/ceremony.js';
import { type NewCredential, PasskeyCeremoniesService } from '../passkeys/passkey-ceremonies.service.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import type { SiteAddress } from '../passkeys/site-address.js';
import { PasswordRulesService } from '../passwords/password-rules.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { type SignedIn, SignInService } from '../sign-in/sign-in.service.js';
import { RecoveryCodesService } from '../two-factor/recovery-codes.service.js';
import { AccountCredentialsService } from './account-credentials.service.js';

/** Someone who has joined, and what the page shows once. */
interface JoinedWithPasskey {
  readonly signedIn: SignedIn;
  readonly recoveryCodes: AcceptedWithPasskey['recoveryCodes'];
}

/** People who were invited: they see what to, choose a password or create a passkey, and are signed in. The link works once. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly tenants: TenantsService,
    private readonly store: LinkStore,
    private readonly credentials: AccountCredentialsService,
    private readonly rules: PasswordRulesService,
    private readonly hasher: PasswordHasher,
    private readonly ceremonies: PasskeyCeremoniesService,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly signIn: SignInService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws LinkRefused */
  async preview(tenantId: string, token: string): Promise<InvitationPreview> {
    const { link, account } = await this.find(tenantId, token);
    const tenant = await this.tenants.find(tenantId);
    return {
      email: await this.accounts.emailOf(tenantId, account),
      displayName: account.displayName,
      siteName: tenant?.name ?? '',
      expiresAt: link.expiresAt.toISOString(),
    };
  }

  /**
   * The link proves the address, and its holder has chosen the password in this moment: that is a sign-in.
   * @throws LinkRefused, ValidationProblem when the password is too weak (the link then still works),
   * TooManyHashesException
   */
  async accept(context: RequestContext, input: AcceptInvitationDto): Promise<SignedIn> {
    const { tenantId } = context;
    const { link, account } = await this.find(tenantId, input.token);
    const { id } = account;
    await this.rules.require(tenantId, input.password, await this.accounts.emailOf(tenantId, account));
    const passwordHash = await this.hasher.hash(input.password);
    await this.manager.transaction(async (manager) => {
      const { status } = await this.store.use(manager, tenantId, link);
      if (status !== 'invited') throw new LinkRefused();
      await this.credentials.store(manager, tenantId, id, passwordHash, {
        status: 'active',
        displayName: String(normaliseLine(input.displayName)),
        emailConfirmedAt: new Date(this.clock.now()),
      });
      const target = { kind: 'account', id };
      await this.auditLog.record(context, { action: 'account.accept-invitation', target }, manager);
    });
    const accepted = await this.accounts.find(tenantId, id);
    if (!accepted) throw new LinkRefused(); // deleted in this very moment
    return this.signIn.complete(context, accepted, ['pwd']);
  }

  /** Does not use the link. @throws LinkRefused, WrongState */
  async beginPasskey(tenantId: string, site: SiteAddress, token: string): Promise<PasskeyCreationOptions> {
    const { link, account } = await this.find(tenantId, token);
    const { id: accountId, displayName } = account;
    const email = await this.accounts.emailOf(tenantId, account);
    const holder = { accountId, email, displayName };
    return this.ceremonies.creationOptions(tenantId, site, invitationCeremony(link), holder);
  }

  /**
   * The link proves the address, and its holder has just created the passkey: that is a sign-in.
   * @throws LinkRefused, ValidationProblem when the passkey is not right (the link then still works), WrongState
   */
  async acceptWithPasskey(
    context: RequestContext,
    site: SiteAddress,
    input: AcceptInvitationWithPasskeyDto,
  ): Promise<JoinedWithPasskey> {
    const { tenantId } = context;
    const live = await this.find(tenantId, input.token);
    const { id } = live.account;
    const ceremony = invitationCeremony(live.link);
    const credential = await this.ceremonies.verifyCreation(tenantId, site, ceremony, input.response);
    if ('reason' in credential) return this.refuse(context, id, credential.reason);
    const recoveryCodes = await this.manager.transaction((manager) =>
      this.joinWithPasskey(manager, context, live, { credential, input }),
    );
    const accepted = await this.accounts.find(tenantId, id);
    if (!accepted) throw new LinkRefused(); // deleted in this very moment
    return { signedIn: await this.signIn.complete(context, accepted, ['passkey']), recoveryCodes };
  }

  /** As the work of one transaction. @returns the recovery codes */
  private async joinWithPasskey(
    manager: EntityManager,
    context: RequestContext,
    { link, account }: LiveLink,
    given: { readonly credential: NewCredential; readonly input: AcceptInvitationWithPasskeyDto },
  ): Promise<readonly string[]> {
    const { tenantId } = context;
    const { credential, input } = given;
    const { status } = await this.store.use(manager, tenantId, link);
    if (status !== 'invited') throw new LinkRefused();
    const now = new Date(this.clock.now());
    await this.credentials.store(manager, tenantId, account.id, null, {
      status: 'active',
      emailConfirmedAt: now,
      displayName: String(normaliseLine(input.displayName)),
    });
    const name = String(normaliseLine(input.passkeyName));
    await this.insertPasskey(manager, {
      id: newId(),
      tenantId,
      accountId: account.id,
      name,
      ...credential,
      createdAt: now,
      lastUsedAt: null,
      flaggedAt: null,
    });
    const codes = await this.recoveryCodes.replace(manager, tenantId, account.id);
    const target = { kind: 'account', id: account.id };
    const after = { passkey: name, hostname: credential.rpId };
    await this.auditLog.record(context, { action: 'account.accept-invitation', target, after }, manager);
    return codes;
  }

  private async insertPasskey(manager: EntityManager, row: Passkey): Promise<void> {
    const refusal = (): Error => new WrongState(PASSKEY_TEXTS.registeredAlready);
    await manager.insert(Passkey, row).catch(duplicateAs(refusal));
  }

  private async find(tenantId: string, token: string): Promise<LiveLink> {
    const live = await this.store.find(tenantId, ['invitation'], token);
    if (live.account.status !== 'invited') throw new LinkRefused();
    return live;
  }

  private async refuse(context: RequestContext, id: string, reason: string): Promise<never> {
    await this.auditLog.record(context, {
      action: 'account.accept-invitation',
      outcome: 'refused',
      reason: `passkey: ${reason}`,
      target: { kind: 'account', id },
    });
    throw ValidationProblem.at('response', PASSKEY_TEXTS.notRegistered);
  }
}
