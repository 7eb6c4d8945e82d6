import { Inject, Injectable } from '@nestjs/common';
import type { InvitationPreview } from '@sitedesk/contract';
import { type AcceptInvitationDto, normaliseLine } from '@sitedesk/contract/dto';
import { DataSource } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { unavailableAware } from '../../database/sql.js';
import { TenantsService } from '../../tenancy/tenants.service.js';
import { AccountsService } from '../accounts.service.js';
import { LinkRefused } from '../links/link-refused.js';
import { type LiveLink, LinkStore } from '../links/link-store.service.js';
import { PasswordRules } from '../password-rules.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { type SignedIn, SignInService } from '../sign-in.service.js';
import { AccountCredentials } from './account-credentials.service.js';

/** People who were invited: they see what to, choose a password, and are in. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly tenants: TenantsService,
    private readonly store: LinkStore,
    private readonly credentials: AccountCredentials,
    private readonly rules: PasswordRules,
    private readonly hasher: PasswordHasher,
    private readonly signIn: SignInService,
    private readonly auditLog: AuditLog,
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
  async accept(tenantId: string, actor: Actor, input: AcceptInvitationDto): Promise<SignedIn> {
    const { link, account } = await this.find(tenantId, input.token);
    const { id } = account;
    await this.rules.require(tenantId, input.password, await this.accounts.emailOf(tenantId, account));
    const passwordHash = await this.hasher.hash(input.password);
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const { status } = await this.store.use(manager, tenantId, link);
        if (status !== 'invited') throw new LinkRefused();
        await this.credentials.store(manager, tenantId, id, passwordHash, {
          status: 'active',
          displayName: String(normaliseLine(input.displayName)),
          emailConfirmedAt: new Date(this.clock.now()),
        });
        const target = { kind: 'account', id };
        await this.auditLog.record(tenantId, actor, { action: 'account.accept-invitation', target }, manager);
      }),
    );
    const accepted = await this.accounts.find(tenantId, id);
    if (!accepted) throw new LinkRefused(); // deleted in this very moment
    return this.signIn.complete(tenantId, actor, accepted, ['pwd']);
  }

  private async find(tenantId: string, token: string): Promise<LiveLink> {
    const live = await this.store.find(tenantId, ['invitation'], token);
    if (live.account.status !== 'invited') throw new LinkRefused();
    return live;
  }
}
