import { HttpStatus, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS, type SignInOutcome } from '@sitedesk/contract/identity';
import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import type { SessionContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { ProblemException } from '../../platform/http/problem.js';
import { SignInRequired } from '../../platform/http/access-refusals.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInProtectionService } from './sign-in-protection.service.js';
import { type SignedIn, SignInService } from './sign-in.service.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { SecondFactorsService } from '../two-factor/second-factors.service.js';

/** The second half of a sign-in: the password was right, and the second factor is due. */
@Injectable()
export class SecondFactorSignInService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactorsService,
    private readonly twoFactor: TwoFactorService,
    private readonly protection: SignInProtectionService,
    private readonly signIn: SignInService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** What is due, for a page that was loaded again in between. */
  async show(context: SessionContext): Promise<SignInOutcome> {
    const { accountId, csrfToken } = context.caller;
    const methods = await this.factors.methodsOf(context.tenantId, accountId);
    return { status: 'second-factor-required', methods, csrfToken };
  }

  /**
   * Ends the pending session and begins a full one, under a new id. The fifth wrong code ends it too.
   * @throws ProblemException 401 for a wrong code, SignInRequired
   */
  async answer(context: SessionContext, code: string, deviceToken: string | undefined): Promise<SignedIn> {
    const { tenantId } = context;
    const { accountId, sessionId, methods, identityId } = context.caller;
    const tries = await this.sessions.countTry(tenantId, sessionId);
    const account = await this.accounts.find(tenantId, accountId);
    if (tries === undefined || !account) throw new SignInRequired();
    const counted = await this.protection.admitCode(tenantId, accountId, deviceToken);
    const method = counted && (await this.twoFactor.useCode(tenantId, accountId, code));
    if (!method) return this.refuse(context, tries);
    await this.protection.wasRight(tenantId, accountId, deviceToken, counted);
    // Of two right codes given at once, one has a session to end.
    if (!(await this.sessions.end(tenantId, accountId, sessionId))) throw new SignInRequired();
    return this.signIn.complete(context, account, [...methods, method], identityId);
  }

  private async refuse(context: SessionContext, tries: number): Promise<never> {
    const { tenantId } = context;
    const { accountId, sessionId } = context.caller;
    const isOver = tries >= TWO_FACTOR.wrongCodes;
    if (isOver) await this.sessions.end(tenantId, accountId, sessionId);
    await this.auditLog.record(context, {
      action: 'session.second-factor',
      outcome: 'refused',
      target: { kind: 'account', id: accountId },
      reason: isOver ? 'wrong code, no attempts left: sign-in restarted' : 'wrong code',
    });
    // The code for programs says whether another try is open, or the sign-in begins again.
    const code = isOver ? 'sign-in-required' : 'second-factor-required';
    throw new ProblemException(HttpStatus.UNAUTHORIZED, code, IDENTITY_TEXTS.secondFactorRefused);
  }
}
