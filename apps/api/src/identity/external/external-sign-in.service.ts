import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { EXTERNAL_SIGN_IN_LIMITS, type ExternalProblem } from '@sitedesk/contract';
import { isMailbox } from '@sitedesk/contract/dto';
import { DataSource, type EntityManager, LessThan } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { newId } from '../../common/id.js';
import { LOG, type Log } from '../../common/log.js';
import { OutboundFetch } from '../../common/outbound-fetch.js';
import { ProblemException } from '../../common/problem.js';
import { unavailableAware } from '../../database/sql.js';
import { PersonalData } from '../../keys/personal-data.service.js';
import { Account } from '../account.entity.js';
import { AccountsService, AddressTaken } from '../accounts.service.js';
import { hashToken } from '../session-cookie.js';
import { canSignIn, type SignedIn, SignInService } from '../sign-in.service.js';
import { groupsOf } from './directory-groups.js';
import { ExternalIdentity, refreshTokenPlace } from './external-identity.entity.js';
import { ExternalSignIn } from './external-sign-in.entity.js';
import { GroupRoles } from './group-roles.service.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { IdentityProviders } from './identity-providers.service.js';
import { OidcClient, type ProvenIdentity } from './oidc-client.service.js';

/** Why it came to nothing: a browser under way is sent back with the word, a program gets a problem (409). */
export class ExternalSignInRefused extends ProblemException {
  constructor(
    readonly problem: ExternalProblem,
    readonly returnTo: string,
    cause?: unknown,
  ) {
    super(HttpStatus.CONFLICT, 'wrong-state', 'This provider cannot be used now. Ask an administrator.', {
      problem,
    });
    this.cause = cause;
  }
}

/** A browser that is to be sent to a provider. */
export interface Departure {
  readonly providerId: string;
  readonly returnTo: string;
  /** What the browser keeps, so that the answer is taken from it alone. */
  readonly browserToken: string;
  /** The account that asks for the link; undefined for a sign-in. */
  readonly linkAccountId?: string;
}

/** A browser that came back. */
export interface Arrival {
  readonly signedIn: SignedIn | undefined;
  readonly returnTo: string;
}

/** Signs people in at providers, and links identities to accounts (ID-19). */
@Injectable()
export class ExternalSignInService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: IdentityProviders,
    private readonly client: OidcClient,
    private readonly outbound: OutboundFetch,
    private readonly accounts: AccountsService,
    private readonly signIn: SignInService,
    private readonly groupRoles: GroupRoles,
    private readonly personalData: PersonalData,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** @returns the provider's address for the browser. @throws NotFoundException, ExternalSignInRefused */
  async depart(tenantId: string, departure: Departure): Promise<URL> {
    const { providerId, returnTo, browserToken, linkAccountId } = departure;
    const provider = await this.providers.requireEnabled(tenantId, providerId);
    const redirectUri = await this.providers.redirectUri(tenantId);
    if (redirectUri === null) throw new ExternalSignInRefused('unavailable', returnTo);
    const { url, state, nonce, verifier } = await this.client
      .begin(provider, redirectUri)
      .catch((error: unknown) => {
        this.log.warn({ event: 'external.unavailable', tenantId, providerId, err: error });
        throw new ExternalSignInRefused('unavailable', returnTo, error);
      });
    const now = this.clock.now();
    await unavailableAware(async () => {
      const { manager } = this.dataSource;
      await manager.delete(ExternalSignIn, { expiresAt: LessThan(new Date(now)) });
      await manager.insert(ExternalSignIn, {
        ...{ tenantId, providerId, nonce, verifier, returnTo },
        stateHash: hashToken(state),
        browserHash: hashToken(browserToken),
        linkAccountId: linkAccountId ?? null,
        expiresAt: new Date(now + EXTERNAL_SIGN_IN_LIMITS.underWaySeconds * 1_000),
      });
    });
    return url;
  }

  /**
   * The provider's answer, as the browser brings it.
   * @param sessionAccountId who is signed in in this browser, for a link
   * @throws ExternalSignInRefused
   */
  async arrive(
    tenantId: string,
    actor: Actor,
    query: string,
    browserToken: string | undefined,
    sessionAccountId: string | undefined,
  ): Promise<Arrival> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const waiting = await this.take(tenantId, state, browserToken);
    if (!waiting) throw new ExternalSignInRefused('expired', '/');
    const { returnTo, linkAccountId } = waiting;
    const provider = await this.providers.requireEnabled(tenantId, waiting.providerId);
    const { identity, groups } = await this.prove(provider, waiting, state, query);
    if (linkAccountId !== null) {
      if (linkAccountId !== sessionAccountId) throw new ExternalSignInRefused('expired', returnTo);
      await this.link(actor, provider, linkAccountId, identity, groups, returnTo);
      return { signedIn: undefined, returnTo };
    }
    const { account, identityId } = await this.accountOf(actor, provider, identity, groups, returnTo);
    if (!canSignIn(account)) throw new ExternalSignInRefused('disabled', returnTo);
    return { signedIn: await this.signIn.complete(tenantId, actor, account, ['oidc'], identityId), returnTo };
  }

  /** Once, and only for the browser that asked. */
  private async take(
    tenantId: string,
    state: string,
    browserToken: string | undefined,
  ): Promise<ExternalSignIn | undefined> {
    if (state === '' || browserToken === undefined) return undefined;
    const [rows] = await unavailableAware(() =>
      this.dataSource.query<[ExternalSignIn[], number]>(
        `DELETE FROM external_sign_in
          WHERE state_hash = $1 AND tenant_id = $2 AND browser_hash = $3 AND expires_at > $4
          RETURNING provider_id AS "providerId", nonce, verifier, return_to AS "returnTo",
                    link_account_id AS "linkAccountId"`,
        [hashToken(state), tenantId, hashToken(browserToken), new Date(this.clock.now())],
      ),
    );
    return rows[0];
  }

  private async prove(
    provider: IdentityProvider,
    { nonce, verifier, returnTo }: ExternalSignIn,
    state: string,
    query: string,
  ): Promise<{ readonly identity: ProvenIdentity; readonly groups: readonly string[] }> {
    const answer = new URL(`${(await this.providers.redirectUri(provider.tenantId)) ?? ''}?${query}`);
    try {
      const identity = await this.client.finish(provider, answer, { state, nonce, verifier });
      const source = { claim: provider.groupClaim, directoryUrl: provider.directoryUrl };
      return {
        identity,
        groups: await groupsOf(identity.claims, identity.accessToken, source, this.outbound),
      };
    } catch (error) {
      this.log.warn({
        event: 'external.refused',
        tenantId: provider.tenantId,
        providerId: provider.id,
        err: error,
      });
      throw new ExternalSignInRefused('refused', returnTo, error);
    }
  }

  /** The account of an identity that is known; or a new one, where the provider may make some. */
  private async accountOf(
    actor: Actor,
    provider: IdentityProvider,
    identity: ProvenIdentity,
    groups: readonly string[],
    returnTo: string,
  ): Promise<{ readonly account: Account; readonly identityId: string }> {
    const { tenantId } = provider;
    const { issuer, subject } = identity;
    return unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const known = await manager.findOneBy(ExternalIdentity, { tenantId, issuer, subject });
        if (known) {
          const { accountId } = known;
          const identityId = await this.remember(manager, provider, accountId, identity, groups);
          const account = await manager.findOneByOrFail(Account, { tenantId, id: accountId });
          return { account, identityId };
        }
        const account = await this.signUp(manager, provider, identity, returnTo);
        const identityId = await this.remember(manager, provider, account.id, identity, groups);
        const target = { kind: 'account', id: account.id };
        await this.auditLog.record(
          tenantId,
          actor,
          { action: 'user.sign-up', target, after: { provider: provider.name } },
          manager,
        );
        return { account, identityId };
      }),
    );
  }

  private async signUp(
    manager: EntityManager,
    provider: IdentityProvider,
    { email, emailVerified, name }: ProvenIdentity,
    returnTo: string,
  ): Promise<Account> {
    if (!provider.allowSignUp) throw new ExternalSignInRefused('unknown', returnTo);
    if (email === undefined || !emailVerified || !isMailbox(email)) {
      throw new ExternalSignInRefused('addressMissing', returnTo);
    }
    // The same address proves nothing: whoever owns the account links it himself, signed in (ID-19).
    if (await this.accounts.findByEmail(provider.tenantId, email)) {
      throw new ExternalSignInRefused('addressTaken', returnTo);
    }
    try {
      return await this.accounts.create(manager, provider.tenantId, {
        ...{ email, status: 'active', passwordHash: null, emailConfirmed: true, roleKeys: [] },
        displayName: displayNameOf(name) ?? email.slice(0, email.indexOf('@')),
      });
    } catch (error) {
      throw error instanceof AddressTaken ? new ExternalSignInRefused('addressTaken', returnTo) : error;
    }
  }

  private async link(
    actor: Actor,
    provider: IdentityProvider,
    accountId: string,
    identity: ProvenIdentity,
    groups: readonly string[],
    returnTo: string,
  ): Promise<void> {
    const { tenantId } = provider;
    const { issuer, subject } = identity;
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const known = await manager.findOneBy(ExternalIdentity, { tenantId, issuer, subject });
        if (known && known.accountId !== accountId) throw new ExternalSignInRefused('taken', returnTo);
        await this.remember(manager, provider, accountId, identity, groups);
        const target = { kind: 'account', id: accountId };
        const after = { provider: provider.name };
        await this.auditLog.record(
          tenantId,
          actor,
          { action: 'external-identity.link', target, after },
          manager,
        );
      }),
    );
  }

  /** Keeps what the provider said, and gives the roles that it stands for. */
  private async remember(
    manager: EntityManager,
    provider: IdentityProvider,
    accountId: string,
    { issuer, subject, refreshToken }: ProvenIdentity,
    groups: readonly string[],
  ): Promise<string> {
    const { tenantId, id: providerId } = provider;
    const now = new Date(this.clock.now());
    const known = await manager.findOneBy(ExternalIdentity, { tenantId, issuer, subject });
    const id = known?.id ?? newId();
    const sealed =
      refreshToken === undefined
        ? null
        : await this.personalData.encrypt(tenantId, refreshTokenPlace(id), refreshToken);
    await manager.upsert(
      ExternalIdentity,
      {
        ...{ id, tenantId, providerId, accountId, issuer, subject },
        ...{
          groups: [...groups],
          groupsReadAt: now,
          refreshToken: sealed,
          createdAt: known?.createdAt ?? now,
        },
      },
      ['tenantId', 'issuer', 'subject'],
    );
    // Of two providers with one issuer, the one used last counts.
    for (const each of new Set([known?.providerId ?? providerId, providerId]))
      await this.groupRoles.apply(manager, { tenantId, accountId, providerId: each });
    return id;
  }
}

function displayNameOf(name: string | undefined): string | undefined {
  const line = name?.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '').trim();
  return line ? [...line].slice(0, 100).join('') : undefined;
}
