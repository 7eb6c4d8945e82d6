import { Inject, Injectable } from '@nestjs/common';
import { EXTERNAL_SIGN_IN_LIMITS, type SessionInfo } from '@sitedesk/contract';
import { DataSource, LessThan } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { LOG, type Log } from '../../common/log.js';
import { OutboundFetch } from '../../common/outbound-fetch.js';
import { unavailableAware } from '../../database/sql.js';
import type { SessionPrincipal } from '../principal.js';
import { hashToken } from '../session-cookie.js';
import { canSignIn, type SignedIn, SignInService } from '../sign-in.service.js';
import type { RenewedSession } from '../two-factor/session-renewal.service.js';
import { SignInConfirmation } from '../two-factor/sign-in-confirmation.service.js';
import { groupsOf } from './directory-groups.js';
import { ExternalAccounts } from './external-accounts.service.js';
import { ExternalSignIn } from './external-sign-in.entity.js';
import { ExternalSignInRefused } from './external-sign-in-refused.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { IdentityProviders } from './identity-providers.service.js';
import { OidcClient, type ProvenIdentity } from './oidc-client.service.js';

/** A browser that is to be sent to a provider. */
export interface Departure {
  readonly providerId: string;
  readonly returnTo: string;
  /** What the browser keeps, so that the answer is taken from it alone. */
  readonly browserToken: string;
  /** The account that asks for the link; undefined for a sign-in. */
  readonly linkAccountId?: string;
  /** The session that shall count as fresh again: the provider is told to ask the person anew. */
  readonly confirmSessionId?: string;
}

/** A browser that came back. */
export interface Arrival {
  readonly signedIn?: SignedIn;
  /** The session that the browser had, under its new id. */
  readonly renewed?: RenewedSession<SessionInfo>;
  readonly returnTo: string;
}

/** What the browser brought from the provider, and who is signed in in it. */
interface ProviderAnswer {
  readonly state: string;
  readonly query: string;
  readonly session: SessionPrincipal | undefined;
}

/** What somebody went to a provider for. */
interface Tried {
  readonly providerId: string;
  readonly linkAccountId?: string | null;
  readonly confirmSessionId?: string | null;
}

/** Signs people in at providers, and links identities to accounts (ID-19). */
@Injectable()
export class ExternalSignInService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly providers: IdentityProviders,
    private readonly client: OidcClient,
    private readonly outbound: OutboundFetch,
    private readonly accounts: ExternalAccounts,
    private readonly signIn: SignInService,
    private readonly confirmation: SignInConfirmation,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** @returns the provider's address for the browser. @throws NotFoundException, ExternalSignInRefused */
  depart(tenantId: string, actor: Actor, departure: Departure): Promise<URL> {
    return this.telling(tenantId, actor, departure, () => this.begin(tenantId, departure));
  }

  private async begin(tenantId: string, departure: Departure): Promise<URL> {
    const { providerId, returnTo, browserToken, linkAccountId, confirmSessionId } = departure;
    const provider = await this.requireEnabled(tenantId, providerId, returnTo);
    const redirectUri = await this.providers.redirectUri(tenantId);
    if (redirectUri === null) throw new ExternalSignInRefused('unavailable', returnTo);
    const { url, state, nonce, verifier } = await this.client
      .begin(provider, redirectUri, { fresh: confirmSessionId !== undefined })
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
        confirmSessionId: confirmSessionId ?? null,
        expiresAt: new Date(now + EXTERNAL_SIGN_IN_LIMITS.underWaySeconds * 1_000),
      });
    });
    return url;
  }

  /**
   * The provider's answer, as the browser brings it.
   * @param session who is signed in in this browser, for a link or a confirmation
   * @throws ExternalSignInRefused
   */
  async arrive(
    tenantId: string,
    actor: Actor,
    query: string,
    browserToken: string | undefined,
    session: SessionPrincipal | undefined,
  ): Promise<Arrival> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const waiting = await this.take(tenantId, state, browserToken);
    return this.telling(tenantId, actor, waiting, () => {
      if (!waiting) throw new ExternalSignInRefused('expired', undefined);
      return this.finish(tenantId, actor, waiting, { state, query, session });
    });
  }

  private async finish(
    tenantId: string,
    actor: Actor,
    waiting: ExternalSignIn,
    { state, query, session }: ProviderAnswer,
  ): Promise<Arrival> {
    const { returnTo, linkAccountId, confirmSessionId } = waiting;
    const provider = await this.requireEnabled(tenantId, waiting.providerId, returnTo);
    const { identity, groups } = await this.prove(provider, waiting, state, query);
    if (linkAccountId !== null) {
      if (linkAccountId !== session?.accountId) throw new ExternalSignInRefused('expired', returnTo);
      await this.accounts.link(actor, provider, linkAccountId, identity, groups, returnTo);
      return { returnTo };
    }
    if (confirmSessionId !== null) {
      if (confirmSessionId !== session?.sessionId) throw new ExternalSignInRefused('expired', returnTo);
      return { renewed: await this.confirm(actor, session, identity, returnTo), returnTo };
    }
    const { account, identityId } = await this.accounts.accountOf(
      actor,
      provider,
      identity,
      groups,
      returnTo,
    );
    if (!canSignIn(account)) throw new ExternalSignInRefused('disabled', returnTo);
    return { signedIn: await this.signIn.complete(tenantId, actor, account, ['oidc'], identityId), returnTo };
  }

  /** @throws ExternalSignInRefused unless the identity is one of the person who is signed in */
  private async confirm(
    actor: Actor,
    session: SessionPrincipal,
    identity: ProvenIdentity,
    returnTo: string,
  ): Promise<RenewedSession<SessionInfo>> {
    const owner = await this.accounts.ownerOf(session.tenantId, identity);
    if (owner !== session.accountId) throw new ExternalSignInRefused('otherPerson', returnTo);
    return this.confirmation.renew(session.tenantId, actor, session, ['oidc']);
  }

  private async requireEnabled(tenantId: string, id: string, returnTo: string): Promise<IdentityProvider> {
    const provider = await this.providers.require(tenantId, id);
    if (!provider.enabled) throw new ExternalSignInRefused('unavailable', returnTo);
    return provider;
  }

  /** Every try that comes to nothing leaves one row, as with a password (G-06). */
  private async telling<T>(
    tenantId: string,
    actor: Actor,
    tried: Tried | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ExternalSignInRefused)) throw error;
      await this.auditLog.record(tenantId, actor, {
        action: actionOf(tried),
        outcome: 'refused',
        ...(tried ? { target: { kind: 'identity-provider', id: tried.providerId } } : {}),
        reason: `external: ${error.problem}`,
      });
      throw error;
    }
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
                    link_account_id AS "linkAccountId",
                    confirm_session_id AS "confirmSessionId", expires_at AS "expiresAt"`,
        [hashToken(state), tenantId, hashToken(browserToken), new Date(this.clock.now())],
      ),
    );
    return rows[0];
  }

  private async prove(
    provider: IdentityProvider,
    { nonce, verifier, returnTo, confirmSessionId, expiresAt }: ExternalSignIn,
    state: string,
    query: string,
  ): Promise<{ readonly identity: ProvenIdentity; readonly groups: readonly string[] }> {
    const answer = new URL(`${(await this.providers.redirectUri(provider.tenantId)) ?? ''}?${query}`);
    try {
      const begunAt = new Date(expiresAt.getTime() - EXTERNAL_SIGN_IN_LIMITS.underWaySeconds * 1_000);
      const identity = await this.client.finish(provider, answer, {
        ...{ state, nonce, verifier },
        ...(confirmSessionId === null ? {} : { provedAfter: begunAt }),
      });
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
}

function actionOf(tried: Tried | undefined): string {
  if (tried?.linkAccountId) return 'external-identity.link';
  return tried?.confirmSessionId ? 'session.confirm' : 'session.begin';
}
