import { Injectable } from '@nestjs/common';
import type { AuditAction } from '@sitedesk/contract/audit';
import type { SessionInfo } from '@sitedesk/contract/identity';
import type { LocalText } from '@sitedesk/contract/preferences';
import {
  type RecoveryCodes as FreshRecoveryCodes,
  TWO_FACTOR_TEXTS,
  type TotpEnrolment,
  type TwoFactorState,
} from '@sitedesk/contract/two-factor';
import type { EntityManager } from 'typeorm';
import { AccountEmailService } from '../account-emails/account-email.service.js';
import type { SessionContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { RecoveryCodesService } from './recovery-codes.service.js';
import { SecondFactorsService } from './second-factors.service.js';
import { type RenewedSession, SessionRenewalService } from '../sessions/session-renewal.service.js';
import { base32, isTotpCode, totpUri } from './totp.js';
import { TotpService, TwoFactorConflict } from './totp.service.js';
import { TwoFactorRequirementService } from '../sessions/two-factor-requirement.service.js';

/** What people do with their own second factor. Every change ends the sessions elsewhere, and the owner is notified by email. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly tenants: TenantsService,
    private readonly sessions: SessionsService,
    private readonly renewal: SessionRenewalService,
    private readonly factors: SecondFactorsService,
    private readonly totp: TotpService,
    private readonly recoveryCodes: RecoveryCodesService,
    private readonly requirement: TwoFactorRequirementService,
    private readonly mailer: AccountEmailService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Uses a code up: the app's, or a recovery code, by what it looks like. Undefined when it is wrong or was used before. */
  async useCode(tenantId: string, accountId: string, code: string): Promise<'otp' | 'recovery' | undefined> {
    const digits = code.replace(/\s/g, '');
    if (isTotpCode(digits)) {
      return (await this.totp.use(tenantId, accountId, digits)) ? 'otp' : undefined;
    }
    return (await this.recoveryCodes.use(tenantId, accountId, code)) ? 'recovery' : undefined;
  }

  async show(context: SessionContext): Promise<TwoFactorState> {
    const { tenantId } = context;
    const { accountId } = context.caller;
    const since = await this.totp.confirmedSince(tenantId, accountId);
    return {
      totpSince: since?.toISOString() ?? null,
      recoveryCodesLeft: await this.recoveryCodes.left(tenantId, accountId),
      methods: await this.factors.methodsOf(tenantId, accountId),
      enrolmentRequired: await this.requirement.isUnmet(tenantId, context.caller),
    };
  }

  /** A new secret for an authenticator app; it counts once it is confirmed. @throws TwoFactorConflict */
  async begin(context: SessionContext): Promise<TotpEnrolment> {
    const { tenantId } = context;
    const { accountId, email } = context.caller;
    const secret = await this.totp.begin(tenantId, accountId);
    const tenant = await this.tenants.find(tenantId);
    const address = await this.accounts.emailOf(tenantId, { id: accountId, email });
    const uri = totpUri(secret, tenant?.name ?? '', address);
    return { secret: base32(secret), uri, qrSvg: await qrCode(uri) };
  }

  /** The first right code: from now on the sign-in asks for one. @throws TwoFactorConflict, ValidationProblem */
  confirm(context: SessionContext, code: string): Promise<RenewedSession<FreshRecoveryCodes>> {
    const { tenantId } = context;
    const { accountId } = context.caller;
    return this.withFreshCodes(context, async (manager) => {
      await this.totp.confirm(manager, tenantId, accountId, code);
      const codes = await this.recoveryCodes.replace(manager, tenantId, accountId);
      await this.changed(manager, context, {
        action: 'two-factor.enable',
        detail: {
          en: 'An authenticator app was set up.',
          de: 'Eine Authenticator-App wurde eingerichtet.',
        },
      });
      return codes;
    });
  }

  /** Ten new codes; those before are void. @throws TwoFactorConflict */
  async renewRecoveryCodes(context: SessionContext): Promise<RenewedSession<FreshRecoveryCodes>> {
    const { accountId } = context.caller;
    if (!context.caller.twoFactor) throw new TwoFactorConflict(TWO_FACTOR_TEXTS.noFactor);
    return this.withFreshCodes(context, async (manager) => {
      const codes = await this.recoveryCodes.replace(manager, context.tenantId, accountId);
      await this.changed(manager, context, {
        action: 'two-factor.recovery-codes',
        detail: {
          en: 'New recovery codes were generated.',
          de: 'Neue Wiederherstellungscodes wurden erstellt.',
        },
      });
      return codes;
    });
  }

  /** Removes the authenticator app; with the last factor the recovery codes go too. @throws TwoFactorConflict, PasswordTooShort */
  async removeTotp(context: SessionContext): Promise<RenewedSession<SessionInfo>> {
    const { tenantId } = context;
    const { accountId, sessionId } = context.caller;
    const isLast = await this.factors.isLast(tenantId, context.caller, 'otp');
    const renewed = await this.renewal.within(tenantId, sessionId, async (manager) => {
      const removed = await this.totp.remove(manager, tenantId, accountId);
      if (!removed) throw new TwoFactorConflict(TWO_FACTOR_TEXTS.notSetUp);
      if (isLast) await this.recoveryCodes.remove(manager, tenantId, accountId);
      await this.changed(manager, context, {
        action: 'two-factor.disable',
        detail: {
          en: 'The authenticator app was removed.',
          de: 'Die Authenticator-App wurde entfernt.',
        },
      });
    });
    this.mailer.wake();
    return { token: renewed.token, answer: renewed.session };
  }

  private async withFreshCodes(
    context: SessionContext,
    work: (manager: EntityManager) => Promise<readonly string[]>,
  ): Promise<RenewedSession<FreshRecoveryCodes>> {
    const { sessionId } = context.caller;
    const { token, session, result } = await this.renewal.within(context.tenantId, sessionId, work);
    this.mailer.wake();
    return { token, answer: { recoveryCodes: result, session } };
  }

  /** What every change has in common, as the end of its transaction. */
  private async changed(
    manager: EntityManager,
    context: SessionContext,
    { action, detail }: { readonly action: AuditAction; readonly detail: LocalText },
  ): Promise<void> {
    const { tenantId } = context;
    const { accountId, sessionId, email, displayName } = context.caller;
    await this.sessions.endAll(manager, tenantId, accountId, sessionId);
    const account = { id: accountId, email, displayName };
    await this.mailer.postNotice(manager, tenantId, account, 'two-factor-changed', { detail });
    const target = { kind: 'account', id: accountId };
    await this.auditLog.record(context, { action, target }, manager);
  }
}

/** The picture for a camera, as SVG. The library is loaded when someone sets an app up. */
async function qrCode(uri: string): Promise<string> {
  const { default: library } = await import('qrcode');
  return library.toString(uri, { type: 'svg' });
}
