import { Injectable } from '@nestjs/common';
import {
  type RecoveryCodes as FreshRecoveryCodes,
  type SessionInfo,
  TWO_FACTOR_TEXTS,
  type TotpEnrolment,
  type TwoFactorState,
} from '@sitedesk/contract';
import QRCode from 'qrcode';
import type { EntityManager } from 'typeorm';
import { AccountMailer } from '../../account-mail/account-mailer.service.js';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { TenantsService } from '../../tenancy/tenants.service.js';
import { AccountsService } from '../accounts.service.js';
import type { SessionPrincipal } from '../principal.js';
import { SessionsService } from '../sessions.service.js';
import { RecoveryCodes } from './recovery-codes.service.js';
import { SecondFactors } from './second-factors.service.js';
import { type RenewedSession, SessionRenewal } from './session-renewal.service.js';
import { base32, totpUri } from './totp.js';
import { TotpService, TwoFactorConflict } from './totp.service.js';
import { TwoFactorRequirement } from './two-factor-requirement.service.js';

/** What people do with their own second factor. Every change ends the sessions elsewhere, and is told by mail (ID-10). */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly tenants: TenantsService,
    private readonly sessions: SessionsService,
    private readonly renewal: SessionRenewal,
    private readonly factors: SecondFactors,
    private readonly totp: TotpService,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly requirement: TwoFactorRequirement,
    private readonly mailer: AccountMailer,
    private readonly auditLog: AuditLog,
  ) {}

  async show(tenantId: string, session: SessionPrincipal): Promise<TwoFactorState> {
    const { accountId } = session;
    const since = await this.totp.confirmedSince(tenantId, accountId);
    return {
      totpSince: since?.toISOString() ?? null,
      recoveryCodesLeft: await this.recoveryCodes.left(tenantId, accountId),
      methods: await this.factors.methodsOf(tenantId, accountId),
      enrolmentRequired: await this.requirement.isUnmet(tenantId, session),
    };
  }

  /** A new secret for an authenticator app; it counts once it is confirmed. @throws TwoFactorConflict */
  async begin(tenantId: string, { accountId, email }: SessionPrincipal): Promise<TotpEnrolment> {
    const secret = await this.totp.begin(tenantId, accountId);
    const tenant = await this.tenants.find(tenantId);
    const address = await this.accounts.emailOf(tenantId, { id: accountId, email });
    const uri = totpUri(secret, tenant?.name ?? '', address);
    return { secret: base32(secret), uri, qrSvg: await QRCode.toString(uri, { type: 'svg' }) };
  }

  /** The first right code: from now on the sign-in asks for one. @throws TwoFactorConflict, ValidationProblem */
  confirm(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    code: string,
  ): Promise<RenewedSession<FreshRecoveryCodes>> {
    const { accountId } = session;
    return this.withFreshCodes(tenantId, session, async (manager) => {
      await this.totp.confirm(manager, tenantId, accountId, code);
      const codes = await this.recoveryCodes.replace(manager, tenantId, accountId);
      await this.changed(manager, tenantId, actor, session, {
        action: 'two-factor.enable',
        detail: 'An authenticator app was set up.',
      });
      return codes;
    });
  }

  /** Ten new codes; those before are void. @throws TwoFactorConflict */
  async renewRecoveryCodes(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
  ): Promise<RenewedSession<FreshRecoveryCodes>> {
    const { accountId } = session;
    if (!session.twoFactor) throw new TwoFactorConflict(TWO_FACTOR_TEXTS.noFactor);
    return this.withFreshCodes(tenantId, session, async (manager) => {
      const codes = await this.recoveryCodes.replace(manager, tenantId, accountId);
      await this.changed(manager, tenantId, actor, session, {
        action: 'two-factor.recovery-codes',
        detail: 'New recovery codes were made.',
      });
      return codes;
    });
  }

  /** Removes the authenticator app; with the last factor the recovery codes go too. @throws TwoFactorConflict, PasswordTooShort */
  async removeTotp(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
  ): Promise<RenewedSession<SessionInfo>> {
    const { accountId, sessionId } = session;
    const isLast = await this.factors.isLast(tenantId, session, 'otp');
    const renewed = await this.renewal.within(tenantId, sessionId, async (manager) => {
      const removed = await this.totp.remove(manager, tenantId, accountId);
      if (!removed) throw new TwoFactorConflict(TWO_FACTOR_TEXTS.notSetUp);
      if (isLast) await this.recoveryCodes.remove(manager, tenantId, accountId);
      await this.changed(manager, tenantId, actor, session, {
        action: 'two-factor.disable',
        detail: 'The authenticator app was removed.',
      });
    });
    this.mailer.wake();
    return { token: renewed.token, answer: renewed.session };
  }

  private async withFreshCodes(
    tenantId: string,
    { sessionId }: SessionPrincipal,
    work: (manager: EntityManager) => Promise<readonly string[]>,
  ): Promise<RenewedSession<FreshRecoveryCodes>> {
    const { token, session, result } = await this.renewal.within(tenantId, sessionId, work);
    this.mailer.wake();
    return { token, answer: { recoveryCodes: result, session } };
  }

  /** What every change has in common, as the end of its transaction. */
  private async changed(
    manager: EntityManager,
    tenantId: string,
    actor: Actor,
    { accountId, sessionId, email, displayName }: SessionPrincipal,
    { action, detail }: { readonly action: string; readonly detail: string },
  ): Promise<void> {
    await this.sessions.endAll(manager, tenantId, accountId, sessionId);
    const account = { id: accountId, email, displayName };
    await this.mailer.postNews(manager, tenantId, account, 'two-factor-changed', { detail });
    const target = { kind: 'account', id: accountId };
    await this.auditLog.record(tenantId, actor, { action, target }, manager);
  }
}
