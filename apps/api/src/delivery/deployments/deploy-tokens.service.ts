import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import {
  CI_PROVIDERS,
  DEPLOY_TOKEN_PREFIX,
  type DeployKeyScope,
  DEPLOYMENT_LIMITS as LIMITS,
  DEPLOYMENT_MESSAGES as TEXTS,
  type DeployToken,
} from '@sitedesk/contract/deployments';
import type { ExchangeTokenDto } from '@sitedesk/contract/deployments.dto';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';
import { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { hashToken, newToken } from '../../platform/core/tokens.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { PolicyThrottlerGuard } from '../../platform/throttling/policy-throttler.guard.js';
import { TooManyRequestsException } from '../../platform/throttling/too-many-requests.exception.js';
import { AudienceService } from './audience.service.js';
import { type CiRun, isSignedBy, openToken, runOf, UNTRUSTED_EVENTS } from './ci-tokens.js';
import { DeploymentRefused } from './deployment-refused.js';
import { IssuerKeysService } from './issuer-keys.service.js';
import { PUBLISHER_COLUMNS, type PublisherRow } from './publishers.service.js';

const MINUTE_MS = 60_000;
/** How far clocks may be apart. */
const SKEW_MS = MINUTE_MS;
const MAX_LABEL = 200;

/** Why a token proves nothing: for the log, and never for who sent it. */
class Unproven extends Error {}

/** A run that has proven what it is. */
interface Proven {
  readonly publisher: PublisherRow;
  readonly run: CiRun;
  /** Of the token, once for each. */
  readonly proof: string;
}

/** The token of a run, found again. */
export interface FoundToken {
  readonly publisherId: string;
  readonly article_number: number;
  readonly article_id: string;
  readonly scope: DeployKeyScope;
  readonly label: string;
}

/**
 * Tokens with which CI deploys for some minutes, without a key that someone has to keep: for a token of the CI service (OpenID Connect
 * Core 1.0, section 2) that says which workflow of which repository runs. Every refusal is the same answer; the log says why.
 */
@Injectable()
export class DeployTokensService {
  constructor(
    private readonly manager: EntityManager,
    private readonly issuerKeys: IssuerKeysService,
    private readonly audiences: AudienceService,
    private readonly throttler: PolicyThrottlerGuard,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** @throws DeploymentRefused, TooManyRequestsException */
  async exchange(context: RequestContext, input: ExchangeTokenDto): Promise<DeployToken> {
    const { tenantId } = context;
    try {
      return await this.issue(tenantId, input.article, await this.prove(context, input));
    } catch (error) {
      if (!(error instanceof Unproven)) throw error;
      const { article } = input;
      this.log.warn({ event: 'deployment.token_refused', tenantId, article, reason: error.message });
      const { policy, refused, retryAfterSeconds } = await this.throttler.count('deployment-key', context);
      if (refused) throw new TooManyRequestsException(policy, retryAfterSeconds);
      throw new DeploymentRefused(TEXTS.invalidProof, HttpStatus.UNAUTHORIZED, PROBLEM_CODES.signInRequired);
    }
  }

  private async prove(context: RequestContext, { article, token }: ExchangeTokenDto): Promise<Proven> {
    const opened = openToken(token);
    if (!opened) throw new Unproven('It is no token that is signed with RS256 or ES256.');
    const { claims } = opened;
    // What is not proven yet only selects among issuers that someone here trusts.
    const publishers: PublisherRow[] = await this.manager.query(
      `SELECT ${PUBLISHER_COLUMNS} FROM deploy_publisher p
       JOIN article a ON a.tenant_id = p.tenant_id AND a.number = p.article_number AND a.trashed_at IS NULL
       WHERE p.tenant_id = $1 AND p.article_number = $2 AND p.issuer = $3 ORDER BY p.scope = 'deploy' DESC, p.id`,
      [context.tenantId, article, String(claims['iss'])],
    );
    const [first] = publishers;
    if (!first) throw new Unproven('The application trusts no publisher of this issuer.');
    const keys = await this.issuerKeys.find(first.issuer, opened.keyId).catch((error: unknown) => {
      throw new Unproven(`The keys of ${first.issuer} can't be read: ${String(error)}`);
    });
    if (!isSignedBy(opened, keys)) throw new Unproven('The issuer has not signed it.');
    requireTimes(claims, this.clock.now());
    await this.requireAudience(context, claims['aud']);
    const { jti } = claims;
    if (typeof jti !== 'string' || jti === '') throw new Unproven('It has no id.');
    for (const publisher of publishers) {
      const run = runOf(publisher.provider, claims);
      if (run && isRunOf(publisher, run))
        return { publisher, run, proof: hashToken(`${first.issuer} ${jti}`) };
    }
    throw new Unproven(
      `No publisher matches ${JSON.stringify(runOf(first.provider, claims) ?? 'its claims')}`,
    );
  }

  private async requireAudience(context: RequestContext, aud: unknown): Promise<void> {
    const given: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
    const right = await this.audiences.of(context);
    if (!given.some((each) => right.includes(String(each))))
      throw new Unproven(`It is for ${JSON.stringify(aud)}, not for ${right.join(' or ')}.`);
  }

  /** One token for each proof, on whatever instance. */
  private async issue(
    tenantId: string,
    article: number,
    { publisher, run, proof }: Proven,
  ): Promise<DeployToken> {
    const token = `${DEPLOY_TOKEN_PREFIX}${newToken()}`;
    const now = this.clock.now();
    const expiresAt = new Date(now + LIMITS.tokenMinutes * MINUTE_MS);
    await this.manager.transaction(async (manager) => {
      const [used]: [unknown[], number] = await manager.query(
        'UPDATE deploy_publisher SET last_used_at = $3 WHERE tenant_id = $1 AND id = $2 RETURNING 1',
        [tenantId, publisher.id, new Date(now)],
      );
      if (used.length === 0) throw new Unproven('The publisher was removed.');
      const added: unknown[] = await manager.query(
        `INSERT INTO deploy_token (tenant_id, hash, proof, publisher_id, label, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id, proof) DO NOTHING RETURNING 1`,
        [tenantId, hashToken(token), proof, publisher.id, labelOf(publisher, run), expiresAt],
      );
      if (added.length === 0) throw new Unproven('It was used before.');
    });
    return { token, article, scope: publisher.scope, expiresAt: expiresAt.toISOString() };
  }

  /** @returns undefined for what is none, has expired, or whose publisher was removed */
  async find(tenantId: string, token: string, now: Date): Promise<FoundToken | undefined> {
    const [row]: FoundToken[] = await this.manager.query(
      `SELECT p.id AS "publisherId", p.article_number, a.id AS article_id, p.scope, t.label FROM deploy_token t
       JOIN deploy_publisher p ON p.tenant_id = t.tenant_id AND p.id = t.publisher_id
       JOIN article a ON a.tenant_id = p.tenant_id AND a.number = p.article_number AND a.trashed_at IS NULL
       WHERE t.tenant_id = $1 AND t.hash = $2 AND t.expires_at > $3`,
      [tenantId, hashToken(token), now],
    );
    return row;
  }
}

function requireTimes({ iat, exp, nbf }: Readonly<Record<string, unknown>>, now: number): void {
  if (typeof iat !== 'number' || typeof exp !== 'number') throw new Unproven('It has no times.');
  const age = now - iat * 1_000;
  if (age > LIMITS.proofMinutes * MINUTE_MS) throw new Unproven('It is too old.');
  if (age < -SKEW_MS || (typeof nbf === 'number' && nbf * 1_000 > now + SKEW_MS))
    throw new Unproven('It is from the future: is the clock of the server right?');
  if (exp * 1_000 <= now) throw new Unproven('It has expired.');
}

const isRunOf = (publisher: PublisherRow, run: CiRun): boolean =>
  publisher.repository_id === run.repositoryId &&
  publisher.owner_id === run.ownerId &&
  publisher.workflow === run.workflow &&
  (publisher.environment === null || publisher.environment === run.environment) &&
  (publisher.ref === null || publisher.ref === run.ref) &&
  !UNTRUSTED_EVENTS.includes(run.event);

/** How the history and the audit log name the run. */
const labelOf = ({ provider }: PublisherRow, { repository, workflow, ref }: CiRun): string =>
  `${CI_PROVIDERS[provider].name}: ${repository} ${workflow} ${ref}`
    .replaceAll(/\p{C}/gu, ' ')
    .slice(0, MAX_LABEL);
