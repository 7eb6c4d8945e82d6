import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  DEPLOY_KEY_PREFIX,
  DEPLOY_TOKEN_PREFIX,
  type DeployKey,
  type DeployKeyScope,
  DEPLOYMENT_LIMITS as LIMITS,
  DEPLOYMENT_MESSAGES as TEXTS,
  type NewDeployKey,
} from '@sitedesk/contract/deployments';
import type { CreateDeployKeyDto } from '@sitedesk/contract/deployments.dto';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';
import { PROGRAM_KEY_LIMITS } from '@sitedesk/contract/program-keys';
import type { RotateProgramKeyDto } from '@sitedesk/contract/program-keys.dto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import {
  KEY_USE_NOTED_EVERY_MS,
  programKeyOf,
  ProgramKeyFormat,
  rotatedKeyTimes,
} from '../../platform/core/program-key.js';
import { secretsEqual } from '../../platform/core/secrets-equal.js';
import { hashToken } from '../../platform/core/tokens.js';
import { WrongState } from '../../platform/http/problem.js';
import type { CallerContext, RequestContext } from '../../platform/http/request-context.js';
import { PolicyThrottlerGuard } from '../../platform/throttling/policy-throttler.guard.js';
import { TooManyRequestsException } from '../../platform/throttling/too-many-requests.exception.js';
import { ApplicationsService } from './applications.service.js';
import { bearerOf } from '../../platform/http/bearer.js';
import { DeployTokensService } from './deploy-tokens.service.js';
import { DeploymentRefused } from './deployment-refused.js';

/** Whose key or token a request has. */
export interface Deployer {
  readonly article: number;
  readonly scope: DeployKeyScope;
}

interface KeyRow {
  readonly id: string;
  readonly article_number: number;
  readonly article_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly scope: DeployKeyScope;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly last_address: string | null;
  readonly replaced_at: Date | null;
}

/** What a key or a token stands for. */
interface Holder {
  readonly article_number: number;
  readonly article_id: string;
  readonly scope: DeployKeyScope;
  readonly label: string;
  /** By what its deployments are counted. */
  readonly counted: string;
  readonly keyId?: string;
}

const COLUMNS =
  'k.id, k.article_number, k.name, k.prefix, k.hash, k.scope, k.created_at, k.expires_at, k.last_used_at, k.last_address, k.replaced_at';
const KEYS = new ProgramKeyFormat(DEPLOY_KEY_PREFIX);

/** The one answer to a key that isn't right, and to an application that there isn't. */
export class InvalidDeployKey extends DeploymentRefused {
  constructor() {
    super(TEXTS.invalidKey, HttpStatus.UNAUTHORIZED, PROBLEM_CODES.signInRequired);
  }
}

/** Keys with which programs deploy one application. What is stored is their hash: they have 256 random bits. */
@Injectable()
export class DeployKeysService {
  constructor(
    private readonly manager: EntityManager,
    private readonly applications: ApplicationsService,
    private readonly auditLog: AuditLogService,
    private readonly tokens: DeployTokensService,
    private readonly throttler: PolicyThrottlerGuard,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    // CI services deploy for many from few addresses; who shows a key early is counted by it.
    throttler.countFor('deployment', async ({ headers }, { tenantId }) => {
      const key = bearerOf(headers);
      const found = key === undefined ? undefined : await this.holder(tenantId, key, new Date(clock.now()));
      return found?.counted;
    });
  }

  /**
   * Who deploys, by a key or a token of CI; the audit log names it from here on.
   * @param article number or id of an application, as the request has it; undefined for the key's own
   * @throws InvalidDeployKey
   */
  async admit(context: RequestContext, key: string, article: string | undefined): Promise<Deployer> {
    const { tenantId } = context;
    const now = new Date(this.clock.now());
    const found = await this.holder(tenantId, key, now);
    const isRight = found && (article === undefined || isArticle(found, article));
    if (!isRight) {
      const { policy, refused, retryAfterSeconds } = await this.throttler.count('deployment-key', context);
      throw refused ? new TooManyRequestsException(policy, retryAfterSeconds) : new InvalidDeployKey();
    }
    if (found.keyId !== undefined) await this.noteUse(context, found.keyId, now);
    Object.assign(context, { actor: { kind: 'token', id: null, label: found.label } });
    return { article: found.article_number, scope: found.scope };
  }

  /** Once in a while: files of a deployment arrive by the hundreds, and would all wait for this one row. */
  private async noteUse(
    { tenantId, clientAddress }: RequestContext,
    keyId: string,
    now: Date,
  ): Promise<void> {
    await this.manager.query(
      `UPDATE deploy_key SET last_used_at = $3, last_address = $4 WHERE tenant_id = $1 AND id = $2
       AND (last_used_at IS NULL OR last_used_at < $5 OR last_address IS DISTINCT FROM $4)`,
      [tenantId, keyId, now, clientAddress, new Date(now.getTime() - KEY_USE_NOTED_EVERY_MS)],
    );
  }

  private async holder(tenantId: string, secret: string, now: Date): Promise<Holder | undefined> {
    if (secret.startsWith(DEPLOY_TOKEN_PREFIX)) {
      const token = await this.tokens.find(tenantId, secret, now);
      // Each run has a token of its own.
      return token && { ...token, counted: `publisher ${token.publisherId}` };
    }
    const key = await this.find(tenantId, secret, now);
    if (!key) return undefined;
    const label = `${key.name} (${key.prefix}${key.replaced_at ? ', replaced' : ''})`;
    const { id: keyId, article_number, article_id, scope } = key;
    return { keyId, article_number, article_id, scope, label, counted: `key ${keyId}` };
  }

  private async find(tenantId: string, key: string, now: Date): Promise<KeyRow | undefined> {
    const prefix = KEYS.prefixOf(key);
    if (prefix === undefined) return undefined;
    const rows: KeyRow[] = await this.manager.query(
      `SELECT ${COLUMNS}, a.id AS article_id FROM deploy_key k
       JOIN article a ON a.tenant_id = k.tenant_id AND a.number = k.article_number AND a.trashed_at IS NULL
       WHERE k.tenant_id = $1 AND k.prefix = $2 AND k.expires_at > $3`,
      [tenantId, prefix, now],
    );
    const hash = hashToken(key);
    return rows.find((row) => secretsEqual(row.hash, hash));
  }

  /** Newest first; expired ones too, until they are deleted. @throws NotFoundException */
  async list(context: CallerContext, article: number): Promise<readonly DeployKey[]> {
    await this.applications.require(this.manager, context, article);
    const rows: KeyRow[] = await this.manager.query(
      `SELECT ${COLUMNS} FROM deploy_key k WHERE k.tenant_id = $1 AND k.article_number = $2 ORDER BY k.created_at DESC, k.id DESC`,
      [context.tenantId, article],
    );
    return rows.map(keyOf);
  }

  /** @throws NotFoundException, WrongState when there are too many */
  async create(context: CallerContext, article: number, input: CreateDeployKeyDto): Promise<NewDeployKey> {
    return this.manager.transaction(async (manager) => {
      await this.applications.lock(manager, context, article);
      const days = input.expiresInDays ?? PROGRAM_KEY_LIMITS.days.default;
      const added = await this.add(manager, context.tenantId, article, {
        name: input.name,
        scope: input.scope ?? 'deploy',
        expiresAt: new Date(this.clock.now() + days * 86_400_000),
      });
      const { name, prefix, scope, expiresAt } = added;
      const event = {
        action: 'deploy-key.create',
        target: targetOf(article),
        after: { name, prefix, scope, expiresAt },
      } as const;
      await this.auditLog.record(context, event, manager);
      return added;
    });
  }

  /** Puts a new key in the place of one, which stays valid for some hours. @throws NotFoundException, WrongState */
  async rotate(
    context: CallerContext,
    article: number,
    id: string,
    { overlapHours = 0 }: RotateProgramKeyDto,
  ): Promise<NewDeployKey> {
    const { tenantId } = context;
    return this.manager.transaction(async (manager) => {
      await this.applications.lock(manager, context, article);
      const old = await requireKey(manager, tenantId, article, id);
      if (old.replaced_at) throw new WrongState(TEXTS.keyReplaced);
      const now = this.clock.now();
      const { oldEnds: ends, newEnds } = rotatedKeyTimes(old, now, overlapHours);
      const added = await this.add(manager, tenantId, article, {
        name: old.name,
        scope: old.scope,
        expiresAt: newEnds,
      });
      await manager.query(
        'UPDATE deploy_key SET replaced_at = $3, expires_at = $4 WHERE tenant_id = $1 AND id = $2',
        [tenantId, id, new Date(now), ends],
      );
      const event = {
        action: 'deploy-key.rotate',
        target: targetOf(article),
        before: { prefix: old.prefix, validUntil: ends.toISOString() },
        after: { name: added.name, prefix: added.prefix, expiresAt: added.expiresAt },
      } as const;
      await this.auditLog.record(context, event, manager);
      return added;
    });
  }

  /** Ends a key, also one that only lives on for a while. @throws NotFoundException */
  async delete(context: CallerContext, article: number, id: string): Promise<void> {
    await this.manager.transaction(async (manager) => {
      await this.applications.lock(manager, context, article);
      const { name, prefix } = await requireKey(manager, context.tenantId, article, id);
      await manager.query('DELETE FROM deploy_key WHERE tenant_id = $1 AND id = $2', [context.tenantId, id]);
      const event = {
        action: 'deploy-key.delete',
        target: targetOf(article),
        before: { name, prefix },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
  }

  /** The application is locked, so keys are counted one after the other. */
  private async add(
    manager: EntityManager,
    tenantId: string,
    article: number,
    {
      name,
      scope,
      expiresAt,
    }: { readonly name: string; readonly scope: DeployKeyScope; readonly expiresAt: Date },
  ): Promise<NewDeployKey> {
    const [{ count } = { count: 0 }]: { count: number }[] = await manager.query(
      'SELECT count(*)::int AS count FROM deploy_key WHERE tenant_id = $1 AND article_number = $2',
      [tenantId, article],
    );
    if (count >= LIMITS.keys) throw new WrongState(TEXTS.tooManyKeys({ max: LIMITS.keys }));
    const { key, prefix } = KEYS.create();
    const [row]: KeyRow[] = await manager.query(
      `INSERT INTO deploy_key AS k (tenant_id, id, article_number, name, prefix, hash, scope, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}`,
      [
        tenantId,
        newId(),
        article,
        name,
        prefix,
        hashToken(key),
        scope,
        new Date(this.clock.now()),
        expiresAt,
      ],
    );
    if (!row) throw new Error('No key was added.');
    return { ...keyOf(row), key };
  }
}

const targetOf = (article: number) => ({ kind: 'article', id: String(article) });

async function requireKey(
  manager: EntityManager,
  tenantId: string,
  article: number,
  id: string,
): Promise<KeyRow> {
  const [row]: KeyRow[] = await manager.query(
    `SELECT ${COLUMNS} FROM deploy_key k WHERE k.tenant_id = $1 AND k.article_number = $2 AND k.id = $3 FOR UPDATE`,
    [tenantId, article, id],
  );
  if (!row) throw new NotFoundException();
  return row;
}

const isArticle = ({ article_number: number, article_id: id }: Holder, given: string): boolean =>
  given === String(number) || given.toLowerCase() === id;

const keyOf = (row: KeyRow): DeployKey => ({ ...programKeyOf(row), scope: row.scope });
