import { Inject, Injectable } from '@nestjs/common';
import type { AuditAction } from '@sitedesk/contract/audit';
import { EXTERNAL_SIGN_IN_LIMITS } from '@sitedesk/contract/external-sign-in';
import type { SessionInfo } from '@sitedesk/contract/identity';
import { EntityManager, LessThan } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import type { SessionPrincipal } from '../../platform/http/principal.js';
import { hashToken } from '../../platform/core/tokens.js';
import { canSignIn, type SignedIn, SignInService } from '../sign-in/sign-in.service.js';
import type { RenewedSession } from '../sessions/session-renewal.service.js';
import { SignInConfirmationService } from '../sign-in/sign-in-confirmation.service.js';
import { groupsOf } from './directory-groups.js';
import { ExternalAccountsService } from './external-accounts.service.js';
import { ExternalSignIn } from './external-sign-in.entity.js';
import { ExternalSignInRefused } from './external-sign-in-refused.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { IdentityProvidersService } from './identity-providers.service.js';
import { OidcClient, type ProvenIdentity } from './oidc-client.js';

/** What a browser is to be sent to a provider for. */
export interface ProviderRequest {
  readonly providerId: string;
  readonly returnTo: string;
  /** What the browser keeps, so that the answer is taken from it alone. */
  readonly browserToken: string;
  /** The account that asks for the link; undefined for a sign-in. */
  readonly linkAccountId?: string;
  /** The session that shall count as fresh again: the provider has to ask the person again. */
  readonly confirmSessionId?: string;
}

/** What came of it when the browser is back. */
interface ProviderResult {
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

/** What someone went to a provider for. */
interface Tried {
  readonly providerId: string;
  readonly linkAccountId?: string | null;
  readonly confirmSessionId?: string | null;
}

/** Signs people in at providers, and links identities to accounts. */
@Injectable()
export class ExternalSignInService {
  constructor(
    private readonly manager: EntityManager,
    private readonly providers: IdentityProvidersService,
    private readonly client: OidcClient,
    private readonly outbound: OutboundService,
    private readonly accounts: ExternalAccountsService,
    private readonly signIn: SignInService,
    private readonly confirmation: SignInConfirmationService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** @returns the provider's address for the browser. @throws NotFoundException, ExternalSignInRefused */
  begin(context: RequestContext, request: ProviderRequest): Promise<URL> {
    return this.auditingRefusals(context, request, () => this.start(context.tenantId, request));
  }

  private async start(tenantId: string, request: ProviderRequest): Promise<URL> {
    const { providerId, returnTo, browserToken, linkAccountId, confirmSessionId } = request;
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
    const { manager } = this;
    await manager.delete(ExternalSignIn, { expiresAt: LessThan(new Date(now)) });
    await manager.insert(ExternalSignIn, {
      tenantId,
      providerId,
      nonce,
      verifier,
      returnTo,
      stateHash: hashToken(state),
      browserHash: hashToken(browserToken),
      linkAccountId: linkAccountId ?? null,
      confirmSessionId: confirmSessionId ?? null,
      expiresAt: new Date(now + EXTERNAL_SIGN_IN_LIMITS.underWaySeconds * 1_000),
    });
    return url;
  }

  /**
   * The provider's answer, as the browser brings it.
   * @param session who is signed in in this browser, for a link or a confirmation
   * @throws ExternalSignInRefused
   */
  async complete(
    context: RequestContext,
    query: string,
    browserToken: string | undefined,
    session: SessionPrincipal | undefined,
  ): Promise<ProviderResult> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const waiting = await this.take(context.tenantId, state, browserToken);
    return this.auditingRefusals(context, waiting, () => {
      if (!waiting) throw new ExternalSignInRefused('expired', undefined);
      return this.finish(context, waiting, { state, query, session });
    });
  }

  private async finish(
    context: RequestContext,
    waiting: ExternalSignIn,
    { state, query, session }: ProviderAnswer,
  ): Promise<ProviderResult> {
    const { returnTo, linkAccountId, confirmSessionId } = waiting;
    const provider = await this.requireEnabled(context.tenantId, waiting.providerId, returnTo);
    const { identity, groups } = await this.prove(provider, waiting, state, query);
    if (linkAccountId !== null) {
      if (linkAccountId !== session?.accountId) throw new ExternalSignInRefused('expired', returnTo);
      await this.accounts.link(context, provider, linkAccountId, identity, groups, returnTo);
      return { returnTo };
    }
    if (confirmSessionId !== null) {
      if (confirmSessionId !== session?.sessionId) throw new ExternalSignInRefused('expired', returnTo);
      return { renewed: await this.confirm(context, session, identity, returnTo), returnTo };
    }
    const { account, identityId } = await this.accounts.accountOf(
      context,
      provider,
      identity,
      groups,
      returnTo,
    );
    if (!canSignIn(account)) throw new ExternalSignInRefused('disabled', returnTo);
    return { signedIn: await this.signIn.complete(context, account, ['oidc'], identityId), returnTo };
  }

  /** @throws ExternalSignInRefused unless the identity is one of the person who is signed in */
  private async confirm(
    context: RequestContext,
    session: SessionPrincipal,
    identity: ProvenIdentity,
    returnTo: string,
  ): Promise<RenewedSession<SessionInfo>> {
    const owner = await this.accounts.ownerOf(session.tenantId, identity);
    if (owner !== session.accountId) throw new ExternalSignInRefused('otherPerson', returnTo);
    return this.confirmation.renew(context, session, ['oidc']);
  }

  private async requireEnabled(tenantId: string, id: string, returnTo: string): Promise<IdentityProvider> {
    const provider = await this.providers.require(tenantId, id);
    if (!provider.enabled) throw new ExternalSignInRefused('unavailable', returnTo);
    return provider;
  }

  /** Every try that comes to nothing leaves one row, as with a password. */
  private async auditingRefusals<T>(
    context: RequestContext,
    tried: Tried | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ExternalSignInRefused)) throw error;
      await this.auditLog.record(context, {
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
    const [rows] = await this.manager.query<[ExternalSignIn[], number]>(
      `DELETE FROM external_sign_in
          WHERE state_hash = $1 AND tenant_id = $2 AND browser_hash = $3 AND expires_at > $4
          RETURNING provider_id AS "providerId", nonce, verifier, return_to AS "returnTo",
                    link_account_id AS "linkAccountId",
                    confirm_session_id AS "confirmSessionId", expires_at AS "expiresAt"`,
      [hashToken(state), tenantId, hashToken(browserToken), new Date(this.clock.now())],
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
        state,
        nonce,
        verifier,
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

function actionOf(tried: Tried | undefined): AuditAction {
  if (tried?.linkAccountId) return 'external-identity.link';
  return tried?.confirmSessionId ? 'session.confirm' : 'session.begin';
}
