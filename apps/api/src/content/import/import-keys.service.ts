import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import {
  IMPORT_KEY_LIMITS as LIMITS,
  IMPORT_KEY_MESSAGES as TEXTS,
  IMPORT_KEY_PREFIX,
  type ImportKey,
  type ImportKeyScope,
  type NewImportKey,
} from '@sitedesk/contract/import-keys';
import type { CreateImportKeyDto } from '@sitedesk/contract/import-keys.dto';
import { IMPORT_MESSAGES } from '@sitedesk/contract/imports';
import type { Permission } from '@sitedesk/contract/permissions';
import { PROGRAM_KEY_LIMITS } from '@sitedesk/contract/program-keys';
import type { RotateProgramKeyDto } from '@sitedesk/contract/program-keys.dto';
import { EntityManager } from 'typeorm';
import { accountGroupsDue, groupsDue } from '../../people/sessions/groups-due.js';
import { heldRoles, ROLES_OF_ACCOUNT, type RolesColumn } from '../../people/sessions/sessions.service.js';
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
import { bearerOf } from '../../platform/http/bearer.js';
import type { TokenPrincipal } from '../../platform/http/principal.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import { ProgramKeys } from '../../platform/http/program-keys.js';
import type { CallerContext, RequestContext } from '../../platform/http/request-context.js';
import { PolicyThrottlerGuard } from '../../platform/throttling/policy-throttler.guard.js';
import { visibleTo } from '../articles/article-permissions.js';

interface KeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly owner_name: string;
  readonly line: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly scope: ImportKeyScope;
  readonly stream: number | null;
  readonly blog_key: string | null;
  readonly path: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly last_address: string | null;
  readonly replaced_at: Date | null;
}

interface FoundRow extends KeyRow {
  readonly email: string;
  readonly roles: RolesColumn;
  readonly groups_due: boolean;
}

const KEYS = new ProgramKeyFormat(IMPORT_KEY_PREFIX);
const COLUMNS = `k.id, k.account_id, a.display_name AS owner_name, k.line, k.name, k.prefix, k.hash, k.scope, k.stream, s.blog_key, k.path,
  k.created_at, k.expires_at, k.last_used_at, k.last_address, k.replaced_at`;
const FROM = `import_key k JOIN account a ON a.tenant_id = k.tenant_id AND a.id = k.account_id
  LEFT JOIN article s ON s.tenant_id = k.tenant_id AND s.number = k.stream AND s.trashed_at IS NULL`;

/** What imports do, on behalf of whose key it is. */
const PERMISSIONS: readonly Permission[] = [
  'import.run',
  'pages.view',
  'pages.create',
  'pages.edit-own',
  'pages.edit-all',
  'pages.delete',
  'files.read',
  'files.manage',
];

const PATH = /^(?:\/[a-z0-9_-]+)+$/;

/**
 * Keys with which programs import documents, on behalf of who created them and never with more than that person's permissions. What is
 * stored is their hash: they have 256 random bits. Only routes for imports take them.
 */
@Injectable()
export class ImportKeysService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
    keys: ProgramKeys,
    throttler: PolicyThrottlerGuard,
  ) {
    keys.add({
      word: IMPORT_KEY_PREFIX,
      refusal: TEXTS.invalid,
      find: (context, key) => this.admit(context, key),
    });
    // CI services import for many from few addresses; a right key is counted on its own.
    throttler.countFor('docs-import', async ({ headers }, { tenantId }) => {
      const key = bearerOf(headers);
      const found = key === undefined ? undefined : await this.find(tenantId, key);
      return found && `key ${found.line}`;
    });
  }

  /** On whose behalf a key acts; its use is noted. */
  private async admit(context: RequestContext, key: string): Promise<TokenPrincipal | undefined> {
    const { tenantId, clientAddress } = context;
    const found = await this.find(tenantId, key);
    if (!found) return undefined;
    const now = this.clock.now();
    await this.manager.query(
      `UPDATE import_key SET last_used_at = $3, last_address = $4 WHERE tenant_id = $1 AND id = $2
       AND (last_used_at IS NULL OR last_used_at < $5 OR last_address IS DISTINCT FROM $4)`,
      [tenantId, found.id, new Date(now), clientAddress, new Date(now - KEY_USE_NOTED_EVERY_MS)],
    );
    const roles = heldRoles(found.roles);
    const owned = new Set(roles.flatMap(({ permissions }) => permissions));
    const allowed: readonly Permission[] =
      found.scope === 'publish' ? [...PERMISSIONS, 'pages.publish'] : PERMISSIONS;
    return {
      kind: 'token',
      tenantId,
      accountId: found.account_id,
      displayName: `${found.owner_name} (${found.name})`,
      email: found.email,
      roles,
      permissions: new Set(allowed.filter((permission) => owned.has(permission))),
      tokenId: found.id,
      groupsDue: found.groups_due,
      key: {
        purpose: 'import',
        line: found.line,
        name: found.name,
        blogKey: found.blog_key,
        stream: found.stream,
        path: found.path,
      },
    };
  }

  private async find(tenantId: string, key: string): Promise<FoundRow | undefined> {
    const prefix = KEYS.prefixOf(key);
    if (prefix === undefined) return undefined;
    const now = this.clock.now();
    const { staleBefore, lapsedBefore } = groupsDue(now);
    const rows: FoundRow[] = await this.manager.query(
      `SELECT ${COLUMNS}, a.email, ${ROLES_OF_ACCOUNT}, ${accountGroupsDue('$4', '$5')} FROM ${FROM}
       WHERE k.tenant_id = $1 AND k.prefix = $2 AND k.expires_at > $3 AND (k.stream IS NULL OR s.number IS NOT NULL)
         AND a.status = 'active' AND a.email_confirmed_at IS NOT NULL`,
      [tenantId, prefix, new Date(now), staleBefore, lapsedBefore],
    );
    const hash = hashToken(key);
    return rows.find((row) => secretsEqual(row.hash, hash));
  }

  /** Newest first; expired ones too, until they are deleted. */
  async list(tenantId: string): Promise<readonly ImportKey[]> {
    const rows: KeyRow[] = await this.manager.query(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE k.tenant_id = $1 ORDER BY k.created_at DESC, k.id DESC`,
      [tenantId],
    );
    return rows.map(keyOf);
  }

  /** @throws ValidationProblem, WrongState when there are too many */
  async create(context: CallerContext, input: CreateImportKeyDto): Promise<NewImportKey> {
    const blogKey = input.blogKey ?? null;
    const path = input.path ?? null;
    if (blogKey !== null && path !== null) throw ValidationProblem.at('path', TEXTS.oneLimit);
    if (path !== null && !PATH.test(path)) throw ValidationProblem.at('path', TEXTS.path);
    const days = input.expiresInDays ?? PROGRAM_KEY_LIMITS.days.default;
    return this.manager.transaction(async (manager) => {
      const stream = blogKey === null ? null : await streamOf(manager, context, blogKey);
      const added = await this.add(manager, context, {
        line: newId(),
        name: input.name,
        scope: input.scope ?? 'draft',
        stream,
        path,
        expiresAt: new Date(this.clock.now() + days * 86_400_000),
      });
      const { id, name, prefix, scope, expiresAt } = added;
      const event = {
        action: 'import-key.create',
        target: { kind: 'import-key', id },
        after: { name, prefix, scope, blogKey, path, expiresAt },
      } as const;
      await this.auditLog.record(context, event, manager);
      return added;
    });
  }

  /**
   * Puts a new key in the place of one, which stays valid for some hours. The new one acts on behalf of who replaces it, so that nobody
   * gets another one's permissions.
   * @throws NotFoundException, WrongState
   */
  async rotate(
    context: CallerContext,
    id: string,
    { overlapHours = 0 }: RotateProgramKeyDto,
  ): Promise<NewImportKey> {
    const { tenantId } = context;
    return this.manager.transaction(async (manager) => {
      const old = await requireKey(manager, tenantId, id);
      if (old.replaced_at) throw new WrongState(TEXTS.replaced);
      const now = this.clock.now();
      const { oldEnds, newEnds } = rotatedKeyTimes(old, now, overlapHours);
      await manager.query(
        'UPDATE import_key SET replaced_at = $3, expires_at = $4 WHERE tenant_id = $1 AND id = $2',
        [tenantId, id, new Date(now), oldEnds],
      );
      const { line, name, scope, stream, path } = old;
      const added = await this.add(manager, context, { line, name, scope, stream, path, expiresAt: newEnds });
      const event = {
        action: 'import-key.rotate',
        target: { kind: 'import-key', id: added.id },
        before: { prefix: old.prefix, validUntil: oldEnds.toISOString() },
        after: { name, prefix: added.prefix, expiresAt: added.expiresAt },
      } as const;
      await this.auditLog.record(context, event, manager);
      return added;
    });
  }

  /** Ends a key, also one that only lives on for a while. @throws NotFoundException */
  async delete(context: CallerContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const { name, prefix } = await requireKey(manager, tenantId, id);
      await manager.query('DELETE FROM import_key WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
      const event = {
        action: 'import-key.delete',
        target: { kind: 'import-key', id },
        before: { name, prefix },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
  }

  private async add(
    manager: EntityManager,
    { tenantId, caller }: CallerContext,
    {
      line,
      name,
      scope,
      stream,
      path,
      expiresAt,
    }: Pick<KeyRow, 'line' | 'name' | 'scope' | 'stream' | 'path'> & { readonly expiresAt: Date },
  ): Promise<NewImportKey> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import-keys:${tenantId}`]);
    const [{ count } = { count: 0 }]: { count: number }[] = await manager.query(
      'SELECT count(*)::int AS count FROM import_key WHERE tenant_id = $1',
      [tenantId],
    );
    if (count >= LIMITS.keys) throw new WrongState(TEXTS.tooMany({ max: LIMITS.keys }));
    const { key, prefix } = KEYS.create();
    const id = newId();
    await manager.query(
      `INSERT INTO import_key (tenant_id, id, account_id, line, name, prefix, hash, scope, stream, path, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        tenantId,
        id,
        caller.accountId,
        line,
        name,
        prefix,
        hashToken(key),
        scope,
        stream,
        path,
        new Date(this.clock.now()),
        expiresAt,
      ],
    );
    return { ...keyOf(await requireKey(manager, tenantId, id)), key };
  }
}

/** Number of the blog. @throws ValidationProblem */
async function streamOf(
  manager: EntityManager,
  { tenantId, caller }: CallerContext,
  blogKey: string,
): Promise<number> {
  const values: unknown[] = [tenantId, blogKey, ARTICLE_TYPES.stream];
  const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
  const [found]: { readonly number: number }[] = await manager.query(
    `SELECT number FROM article a WHERE tenant_id = $1 AND blog_key = $2 AND type = $3 AND trashed_at IS NULL AND ${visible}`,
    values,
  );
  if (!found) throw ValidationProblem.at('blogKey', IMPORT_MESSAGES.unknownBlog);
  return found.number;
}

/** @throws NotFoundException */
async function requireKey(manager: EntityManager, tenantId: string, id: string): Promise<KeyRow> {
  const [row]: KeyRow[] = await manager.query(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE k.tenant_id = $1 AND k.id = $2 FOR UPDATE OF k`,
    [tenantId, id],
  );
  if (!row) throw new NotFoundException();
  return row;
}

const keyOf = (row: KeyRow): ImportKey => ({
  ...programKeyOf(row),
  scope: row.scope,
  blogKey: row.blog_key,
  path: row.path,
  owner: { id: row.account_id, displayName: row.owner_name },
});
