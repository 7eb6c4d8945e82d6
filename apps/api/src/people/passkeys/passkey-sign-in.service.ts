import { HttpStatus, Injectable } from '@nestjs/common';
import type { AuditAction } from '@sitedesk/contract/audit';
import type { SessionInfo } from '@sitedesk/contract/identity';
import {
  type PasskeyAssertion,
  type PasskeyRequestOptions,
  PASSKEY_TEXTS,
} from '@sitedesk/contract/passkeys';
import type { ProblemCode } from '@sitedesk/contract/problems';
import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import { EntityManager } from 'typeorm';
import { AccountEmailService } from '../account-emails/account-email.service.js';
import type { RequestContext, SessionContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { ProblemException } from '../../platform/http/problem.js';
import { SignInRequired } from '../../platform/http/access-refusals.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { canSignIn, type SignedIn, SignInRefused, SignInService } from '../sign-in/sign-in.service.js';
import type { RenewedSession } from '../sessions/session-renewal.service.js';
import { SignInConfirmationService } from '../sign-in/sign-in-confirmation.service.js';
import { browserCeremony, sessionCeremony } from './ceremony.js';
import { COUNTER_WENT_BACK, PasskeyCeremoniesService, type Rejection } from './passkey-ceremonies.service.js';
import type { Passkey } from './passkey.entity.js';
import { PasskeyStore } from './passkey-store.js';
import type { SiteAddress } from './site-address.js';

/** A passkey was not accepted from someone who is known already; why stands in the audit log. */
export class PasskeyRefused extends ProblemException {
  constructor(status: HttpStatus, code: ProblemCode) {
    super(status, code, PASSKEY_TEXTS.refused);
  }
}

/** The browser's answer, and where it was given. */
interface GivenPasskey {
  readonly site: SiteAddress;
  readonly answer: PasskeyAssertion;
}

/** Passkeys in the place of a password, after one, and to confirm who is there. */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly signIn: SignInService,
    private readonly confirmation: SignInConfirmationService,
    private readonly ceremonies: PasskeyCeremoniesService,
    private readonly store: PasskeyStore,
    private readonly mailer: AccountEmailService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @param browserToken binds the challenge to the browser. @throws WrongState */
  begin(tenantId: string, site: SiteAddress, browserToken: string): Promise<PasskeyRequestOptions> {
    return this.ceremonies.requestOptions(tenantId, site, browserCeremony(browserToken));
  }

  /**
   * Signs in with nothing but a passkey. The authenticator has verified the person, so that it counts as two factors.
   * A lock against guessed passwords does not count here: nobody guesses a passkey, and strangers cannot lock its owner out.
   * @throws SignInRefused
   */
  async complete(
    context: RequestContext,
    browserToken: string | undefined,
    { site, answer }: GivenPasskey,
  ): Promise<SignedIn> {
    const { tenantId } = context;
    const action = 'session.begin';
    const found =
      browserToken === undefined
        ? { reason: 'the browser began no sign-in' }
        : await this.ceremonies.verifyAssertion(tenantId, site, browserCeremony(browserToken), { answer });
    if ('reason' in found) {
      await this.recordRefusal(context, action, found);
      throw new SignInRefused();
    }
    const account = await this.accounts.find(tenantId, found.accountId);
    if (!account || !canSignIn(account)) {
      const reason = account?.status === 'active' ? 'address not confirmed' : (account?.status ?? 'deleted');
      await this.recordRefusal(context, action, { reason, passkey: found });
      throw new SignInRefused();
    }
    return this.signIn.complete(context, account, ['passkey']);
  }

  /** @throws WrongState */
  beginStep(
    context: SessionContext,
    site: SiteAddress,
    purpose: 'second-factor' | 'confirmation',
  ): Promise<PasskeyRequestOptions> {
    const ceremony = sessionCeremony(purpose, context.caller);
    return this.ceremonies.requestOptions(context.tenantId, site, ceremony, context.caller.accountId);
  }

  /**
   * After the password: ends the pending session and begins a full one, under a new id.
   * @throws PasskeyRefused, SignInRequired
   */
  async answerSecondFactor(context: SessionContext, given: GivenPasskey): Promise<SignedIn> {
    const { tenantId } = context;
    const { accountId, sessionId, methods, identityId } = context.caller;
    await this.require(context, { ...given, purpose: 'second-factor' });
    const account = await this.accounts.find(tenantId, accountId);
    // Of two right answers given at once, one has a session to end.
    if (!account || !(await this.sessions.end(tenantId, accountId, sessionId))) throw new SignInRequired();
    return this.signIn.complete(context, account, [...methods, 'passkey'], identityId);
  }

  /** Step-up for sensitive actions. @throws PasskeyRefused, SignInRequired */
  async confirm(context: SessionContext, given: GivenPasskey): Promise<RenewedSession<SessionInfo>> {
    await this.require(context, { ...given, purpose: 'confirmation' });
    return this.confirmation.renew(context, context.caller, ['passkey']);
  }

  /** A passkey of the person who holds the session. Tries are counted like those of codes: the fifth wrong one ends it. */
  private async require(
    context: SessionContext,
    given: GivenPasskey & { readonly purpose: 'second-factor' | 'confirmation' },
  ): Promise<Passkey> {
    const { tenantId } = context;
    const { accountId, sessionId } = context.caller;
    const { site, answer, purpose } = given;
    const tries = await this.sessions.countTry(tenantId, sessionId);
    if (tries === undefined) throw new SignInRequired();
    const ceremony = sessionCeremony(purpose, context.caller);
    const found = await this.ceremonies.verifyAssertion(tenantId, site, ceremony, { answer, accountId });
    if (!('reason' in found)) return found;
    const isOver = tries >= TWO_FACTOR.wrongCodes;
    if (isOver) await this.sessions.end(tenantId, accountId, sessionId);
    await this.recordRefusal(context, STEPS[purpose].action, found, accountId);
    throw isOver
      ? new PasskeyRefused(HttpStatus.UNAUTHORIZED, 'sign-in-required')
      : new PasskeyRefused(STEPS[purpose].status, STEPS[purpose].code);
  }

  private async recordRefusal(
    context: RequestContext,
    action: AuditAction,
    { reason, passkey, wentBackTo }: Rejection,
    accountId = passkey?.accountId,
  ): Promise<void> {
    if (passkey && wentBackTo !== undefined) await this.flag(context, passkey, wentBackTo);
    await this.auditLog.record(context, {
      action,
      reason: `passkey: ${reason}`,
      outcome: 'refused',
      ...(accountId === undefined ? {} : { target: { kind: 'account', id: accountId } }),
    });
  }

  /** Its owner is notified. */
  private async flag(
    context: RequestContext,
    { id, name, accountId }: Passkey,
    counter: number,
  ): Promise<void> {
    const { tenantId } = context;
    const account = await this.accounts.find(tenantId, accountId);
    const detail = {
      en: `The passkey “${name}” is now blocked because it may have been copied. Remove it.`,
      de: `Der Passkey „${name}“ ist jetzt gesperrt, weil er kopiert worden sein könnte. Entfernen Sie ihn.`,
    };
    const event: AuditEvent = {
      action: 'passkey.flag',
      target: { kind: 'passkey', id },
      reason: COUNTER_WENT_BACK,
    };
    await this.manager.transaction(async (manager) => {
      if (!(await this.store.flag(manager, tenantId, id, counter))) return;
      if (account) await this.mailer.postNotice(manager, tenantId, account, 'two-factor-changed', { detail });
      await this.auditLog.record(context, event, manager);
    });
    this.mailer.wake();
  }
}

const STEPS = {
  'second-factor': {
    action: 'session.second-factor',
    status: HttpStatus.UNAUTHORIZED,
    code: 'second-factor-required',
  },
  confirmation: { action: 'session.confirm', status: HttpStatus.FORBIDDEN, code: 'recent-sign-in-required' },
} as const;
