import { HttpStatus, Injectable } from '@nestjs/common';
import {
  type PasskeyAssertion,
  type PasskeyRequestOptions,
  PASSKEY_TEXTS,
  type ProblemCode,
  type SessionInfo,
  TWO_FACTOR,
} from '@sitedesk/contract';
import { DataSource } from 'typeorm';
import { AccountMailer } from '../../account-mail/account-mailer.service.js';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { ProblemException } from '../../common/problem.js';
import { unavailableAware } from '../../database/sql.js';
import { SignInRequired } from '../access.guard.js';
import { AccountsService } from '../accounts.service.js';
import type { SessionPrincipal } from '../principal.js';
import { SessionsService } from '../sessions.service.js';
import { canSignIn, type SignedIn, SignInRefused, SignInService } from '../sign-in.service.js';
import type { RenewedSession } from '../two-factor/session-renewal.service.js';
import { SignInConfirmation } from '../two-factor/sign-in-confirmation.service.js';
import { browserCeremony, sessionCeremony } from './ceremony.js';
import { COUNTER_WENT_BACK, PasskeyCeremonies, type Rejection } from './passkey-ceremonies.service.js';
import type { Passkey } from './passkey.entity.js';
import { PasskeyStore } from './passkey-store.service.js';
import type { SiteAddress } from './site-address.js';

/** A passkey was not accepted from somebody who is known already; why stands in the audit log. */
export class PasskeyRefused extends ProblemException {
  constructor(status: HttpStatus, code: ProblemCode) {
    super(status, code, PASSKEY_TEXTS.refused);
  }
}

/** The browser's answer, and where it was given. */
export interface GivenPasskey {
  readonly site: SiteAddress;
  readonly answer: PasskeyAssertion;
}

/** Passkeys in the place of a password, after one, and to confirm who is there (ID-18). */
@Injectable()
export class PasskeySignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly signIn: SignInService,
    private readonly confirmation: SignInConfirmation,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly store: PasskeyStore,
    private readonly mailer: AccountMailer,
    private readonly auditLog: AuditLog,
  ) {}

  /** @param browserToken binds the challenge to the browser. @throws HostnameMissing */
  begin(tenantId: string, site: SiteAddress, browserToken: string): Promise<PasskeyRequestOptions> {
    return this.ceremonies.requestOptions(tenantId, site, browserCeremony(browserToken));
  }

  /**
   * Signs in with nothing but a passkey. The authenticator has verified the person, so that it counts as two factors.
   * A lock against guessed passwords does not count here: nobody guesses a passkey, and strangers cannot lock its owner out.
   * @throws SignInRefused
   */
  async complete(
    tenantId: string,
    actor: Actor,
    browserToken: string | undefined,
    { site, answer }: GivenPasskey,
  ): Promise<SignedIn> {
    const action = 'session.begin';
    const found =
      browserToken === undefined
        ? { reason: 'the browser began no sign-in' }
        : await this.ceremonies.verifyAssertion(tenantId, site, browserCeremony(browserToken), { answer });
    if ('reason' in found) {
      await this.tell(tenantId, actor, action, found);
      throw new SignInRefused();
    }
    const account = await this.accounts.find(tenantId, found.accountId);
    if (!account || !canSignIn(account)) {
      const reason = account?.status === 'active' ? 'address not confirmed' : (account?.status ?? 'deleted');
      await this.tell(tenantId, actor, action, { reason, passkey: found });
      throw new SignInRefused();
    }
    return this.signIn.complete(tenantId, actor, account, ['passkey']);
  }

  /** @throws HostnameMissing */
  beginStep(
    tenantId: string,
    site: SiteAddress,
    session: SessionPrincipal,
    purpose: 'second-factor' | 'confirmation',
  ): Promise<PasskeyRequestOptions> {
    const ceremony = sessionCeremony(purpose, session);
    return this.ceremonies.requestOptions(tenantId, site, ceremony, session.accountId);
  }

  /**
   * After the password: ends the pending session and begins a full one, under a new id (ID-11).
   * @throws PasskeyRefused, SignInRequired
   */
  async answerSecondFactor(
    tenantId: string,
    actor: Actor,
    pending: SessionPrincipal,
    given: GivenPasskey,
  ): Promise<SignedIn> {
    const { accountId, sessionId, methods, identityId } = pending;
    await this.require(tenantId, actor, pending, { ...given, purpose: 'second-factor' });
    const account = await this.accounts.find(tenantId, accountId);
    // Of two right answers given at once, one has a session to end.
    if (!account || !(await this.sessions.end(tenantId, accountId, sessionId))) throw new SignInRequired();
    return this.signIn.complete(tenantId, actor, account, [...methods, 'passkey'], identityId);
  }

  /** Step-up for risky acts. @throws PasskeyRefused, SignInRequired */
  async confirm(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    given: GivenPasskey,
  ): Promise<RenewedSession<SessionInfo>> {
    await this.require(tenantId, actor, session, { ...given, purpose: 'confirmation' });
    return this.confirmation.renew(tenantId, actor, session, ['passkey']);
  }

  /** A passkey of whoever holds the session. Tries are counted like those of codes: the fifth wrong one ends it. */
  private async require(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    given: GivenPasskey & { readonly purpose: 'second-factor' | 'confirmation' },
  ): Promise<Passkey> {
    const { accountId, sessionId } = session;
    const { site, answer, purpose } = given;
    const tries = await this.sessions.countTry(tenantId, sessionId);
    if (tries === undefined) throw new SignInRequired();
    const ceremony = sessionCeremony(purpose, session);
    const found = await this.ceremonies.verifyAssertion(tenantId, site, ceremony, { answer, accountId });
    if (!('reason' in found)) return found;
    const isOver = tries >= TWO_FACTOR.wrongCodes;
    if (isOver) await this.sessions.end(tenantId, accountId, sessionId);
    await this.tell(tenantId, actor, STEPS[purpose].action, found, accountId);
    throw isOver
      ? new PasskeyRefused(HttpStatus.UNAUTHORIZED, 'sign-in-required')
      : new PasskeyRefused(STEPS[purpose].status, STEPS[purpose].code);
  }

  private async tell(
    tenantId: string,
    actor: Actor,
    action: string,
    { reason, passkey, wentBackTo }: Rejection,
    accountId = passkey?.accountId,
  ): Promise<void> {
    if (passkey && wentBackTo !== undefined) await this.flag(tenantId, actor, passkey, wentBackTo);
    await this.auditLog.record(tenantId, actor, {
      ...{ action, reason: `passkey: ${reason}`, outcome: 'refused' },
      ...(accountId === undefined ? {} : { target: { kind: 'account', id: accountId } }),
    });
  }

  /** Its owner is told. */
  private async flag(
    tenantId: string,
    actor: Actor,
    { id, name, accountId }: Passkey,
    counter: number,
  ): Promise<void> {
    const account = await this.accounts.find(tenantId, accountId);
    const detail = `The passkey "${name}" is refused from now on, because there may be a copy of it. Remove it.`;
    const event = { action: 'passkey.flag', target: { kind: 'passkey', id }, reason: COUNTER_WENT_BACK };
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        if (!(await this.store.flag(manager, tenantId, id, counter))) return;
        if (account) await this.mailer.postNews(manager, tenantId, account, 'two-factor-changed', { detail });
        await this.auditLog.record(tenantId, actor, event, manager);
      }),
    );
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
