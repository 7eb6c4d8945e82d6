import { Injectable } from '@nestjs/common';
import { IDENTITY_LIMITS, type SessionInfo } from '@sitedesk/contract/identity';
import { PERMISSIONS } from '@sitedesk/contract/permissions';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { AccountPreferencesService } from '../accounts/account-preferences.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { SessionPrincipal } from '../../platform/http/principal.js';
import { SetupStepsService } from '../set-up/setup-steps.service.js';
import { TwoFactorRequirementService } from './two-factor-requirement.service.js';
import { SignInMethodsService } from '../accounts/sign-in-methods.service.js';

/** Tells a signed-in person's browser who that is, and what may be done. */
@Injectable()
export class SessionInfoService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly preferences: AccountPreferencesService,
    private readonly tenants: TenantsService,
    private readonly setupSteps: SetupStepsService,
    private readonly requirement: TwoFactorRequirementService,
    private readonly signInMethods: SignInMethodsService,
  ) {}

  async describe(tenantId: string, session: SessionPrincipal): Promise<SessionInfo> {
    const tenant = await this.tenants.find(tenantId);
    const idleEndsAt = session.lastSeenAt.getTime() + IDENTITY_LIMITS.session.idleSeconds * 1_000;
    return {
      account: {
        id: session.accountId,
        email: await this.accounts.emailOf(tenantId, { id: session.accountId, email: session.email }),
        displayName: session.displayName,
        twoFactor: session.twoFactor,
      },
      preferences: await this.preferences.read(tenantId, session.accountId),
      roles: session.roles.map(({ key, name }) => ({ id: key, name })),
      permissions: PERMISSIONS.filter((permission) => session.permissions.has(permission)),
      csrfToken: session.csrfToken,
      proofs: await this.signInMethods.proofsOf(tenantId, session.accountId),
      enrolmentRequired: await this.requirement.isUnmet(tenantId, session),
      authenticatedAt: session.authenticatedAt.toISOString(),
      idleEndsAt: new Date(Math.min(idleEndsAt, session.expiresAt.getTime())).toISOString(),
      endsAt: session.expiresAt.toISOString(),
      setupPending:
        session.permissions.has('settings.manage') && (await this.setupSteps.read(tenantId)).pending,
      tenant: { id: tenantId, name: tenant?.name ?? '' },
    };
  }
}
