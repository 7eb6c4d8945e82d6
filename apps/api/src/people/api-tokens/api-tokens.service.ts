import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  API_TOKEN_LIMITS,
  API_TOKEN_PREFIX,
  type ApiTokenSummary,
  type NewApiToken,
} from '@sitedesk/contract/api-tokens';
import type { Permission } from '@sitedesk/contract/permissions';
import type { CreateApiTokenDto } from '@sitedesk/contract/api-tokens.dto';
import { EntityManager } from 'typeorm';
import type { CallerContext, RequestContext, SessionContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import { lockForCounting } from '../../platform/database/lock-for-counting.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { requirePermissionsOf } from '../roles/assigned-roles.js';
import { accountGroupsDue, groupsDue } from '../sessions/groups-due.js';
import type { TokenPrincipal } from '../../platform/http/principal.js';
import { hashToken, newToken } from '../../platform/core/tokens.js';
import { heldRoles, ROLES_OF_ACCOUNT, type RolesColumn } from '../sessions/sessions.service.js';
import { Account } from '../accounts/account.entity.js';
import { ApiToken } from './api-token.entity.js';

interface TokenRow {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly display_name: string;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly last_used_at: Date | null;
  readonly roles: RolesColumn;
  readonly groups_due: boolean;
}

const FIND = statement('api_token_find')`
SELECT t.id, t.account_id, t.name, t.permissions, t.last_used_at, a.display_name, a.email, ${ROLES_OF_ACCOUNT},
       ${accountGroupsDue('$4', '$5')}
  FROM api_token t JOIN account a ON a.id = t.account_id AND a.tenant_id = t.tenant_id
 WHERE t.token_hash = $1 AND t.tenant_id = $2 AND t.expires_at > $3
   AND a.status = 'active' AND a.email_confirmed_at IS NOT NULL`;
const TOUCH = statement('api_token_touch')`
UPDATE api_token SET last_used_at = $3 WHERE id = $1 AND tenant_id = $2`;

const TOKEN = new RegExp(`^${API_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);
const TOUCH_EVERY_MS = 60_000;
const HINT_CHARACTERS = 4;

/**
 * Tokens of programs: each belongs to one tenant and one account, carries chosen permissions, and never allows more than
 * its owner may do at that moment. Looked up on every request, so that revoking one takes effect at once.
 */
@Injectable()
export class ApiTokensService {
  constructor(
    private readonly sql: Sql,
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The program that sends this token to this tenant; undefined when it is unknown, ended, expired, or its owner is. */
  async find(tenantId: string, token: string): Promise<TokenPrincipal | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const now = this.clock.now();
    const { staleBefore, lapsedBefore } = groupsDue(now);
    const values = [hashToken(token), tenantId, new Date(now), staleBefore, lapsedBefore];
    const [row] = await this.sql.run<TokenRow>(FIND, values);
    if (!row) return undefined;
    if (now - (row.last_used_at?.getTime() ?? 0) > TOUCH_EVERY_MS) {
      await this.sql.run(TOUCH, [row.id, tenantId, new Date(now)]);
    }
    const roles = heldRoles(row.roles);
    const owned = new Set(roles.flatMap(({ permissions }) => permissions));
    return {
      kind: 'token',
      tenantId,
      accountId: row.account_id,
      displayName: `${row.display_name} (${row.name})`,
      email: row.email,
      roles,
      permissions: new Set(row.permissions.filter((permission) => owned.has(permission))),
      tokenId: row.id,
      groupsDue: row.groups_due,
    };
  }

  /** @throws ValidationProblem for a permission the owner does not have, ProblemException when there are too many */
  async create(context: SessionContext, input: CreateApiTokenDto): Promise<NewApiToken> {
    const { tenantId, accountId } = context.caller;
    const foreign = input.permissions.filter((permission) => !context.caller.permissions.has(permission));
    if (foreign.length > 0) {
      const message = `permissions contains permissions you don’t have yourself: ${foreign.join(', ')}`;
      throw new ValidationProblem([{ field: 'permissions', message }]);
    }
    const token = API_TOKEN_PREFIX + newToken();
    const now = this.clock.now();
    const row = this.manager.create(ApiToken, {
      id: newId(),
      tenantId,
      accountId,
      name: input.name.trim(),
      tokenHash: hashToken(token),
      hint: token.slice(-HINT_CHARACTERS),
      permissions: [...input.permissions],
      createdAt: new Date(now),
      expiresAt: new Date(now + (input.expiresInDays ?? API_TOKEN_LIMITS.days.default) * 86_400_000),
      lastUsedAt: null,
    });
    await this.manager.transaction(async (manager) => {
      await requireRoom(manager, tenantId, accountId);
      await manager.insert(ApiToken, row);
      const after = {
        name: row.name,
        permissions: row.permissions,
        expiresAt: row.expiresAt.toISOString(),
      };
      const target = { kind: 'api-token', id: row.id };
      await this.auditLog.record(context, { action: 'api-token.create', target, after }, manager);
    });
    return { ...summaryOf(row), token };
  }

  /** The tokens of an account, the newest first; expired ones too, until they are ended. */
  async list(tenantId: string, accountId: string): Promise<readonly ApiTokenSummary[]> {
    const order = { createdAt: 'DESC', id: 'DESC' } as const;
    const rows = await this.manager.find(ApiToken, { where: { tenantId, accountId }, order });
    return rows.map(summaryOf);
  }

  /** Ends a token of another user. @throws NotFoundException, PermissionsMissing */
  async endFor(context: CallerContext, accountId: string, tokenId: string): Promise<void> {
    await requirePermissionsOf(this.manager, context, accountId);
    await this.end(context, accountId, tokenId);
  }

  /** The tokens of another user. @throws NotFoundException when the tenant has no such user */
  async listOfUser(tenantId: string, userId: string): Promise<readonly ApiTokenSummary[]> {
    const exists = await this.manager.existsBy(Account, { tenantId, id: userId });
    if (!exists) throw new NotFoundException();
    return this.list(tenantId, userId);
  }

  /** @throws NotFoundException unless the account has this token */
  async end(context: RequestContext, accountId: string, tokenId: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const row = await manager.findOneBy(ApiToken, { id: tokenId, tenantId, accountId });
      if (!row) throw new NotFoundException();
      await manager.delete(ApiToken, { id: tokenId, tenantId, accountId });
      const target = { kind: 'api-token', id: tokenId };
      const before = { name: row.name, permissions: row.permissions };
      await this.auditLog.record(context, { action: 'api-token.end', target, before }, manager);
    });
  }
}

async function requireRoom(manager: EntityManager, tenantId: string, accountId: string): Promise<void> {
  await lockForCounting(manager, Account, { tenantId, id: accountId });
  if ((await manager.countBy(ApiToken, { tenantId, accountId })) < API_TOKEN_LIMITS.perAccount) return;
  throw new WrongState(`You have ${API_TOKEN_LIMITS.perAccount} tokens. Revoke one you no longer use first.`);
}

const summaryOf = (row: ApiToken): ApiTokenSummary => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  permissions: row.permissions,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
