import { Inject, Injectable } from '@nestjs/common';
import type { OwnSession } from '@sitedesk/contract/account';
import { IDENTITY_LIMITS, type SignInMethod } from '@sitedesk/contract/identity';
import { type Permission, isBuiltInRole, permissionsOf } from '@sitedesk/contract/permissions';
import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { Sql, statement } from '../../platform/database/sql.js';
import type { HeldRole, SessionPrincipal, SessionKind } from '../../platform/http/principal.js';
import { accountGroupsDue, groupsDue } from './groups-due.js';
import { csrfTokenOf } from './session-cookie.js';
import { hashToken, newToken } from '../../platform/core/tokens.js';
import { Session } from './session.entity.js';
import { HAS_SECOND_FACTOR } from './has-second-factor.js';
import { EventStreamsService } from '../../platform/events/event-streams.service.js';

interface SessionRow {
  readonly id: string;
  readonly account_id: string;
  readonly kind: SessionKind;
  readonly methods: SignInMethod[];
  readonly identity_id: string | null;
  readonly authenticated_at: Date;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
  readonly display_name: string;
  readonly email: string;
  readonly two_factor: boolean;
  readonly short_password: boolean;
  readonly roles: RolesColumn;
  readonly groups_due: boolean;
}

/** What {@link ROLES_OF_ACCOUNT} selects. */
export type RolesColumn =
  | readonly {
      readonly key: string;
      readonly name: string | null;
      readonly permissions: readonly Permission[] | null;
    }[]
  | null;

/** What a session begins with. */
export interface NewSession {
  readonly kind: SessionKind;
  readonly methods: readonly SignInMethod[];
  /** When the sign-in that this goes on from would have ended; a session never outlives its twelve hours. */
  readonly endsAt?: Date;
  /** The identity at a provider that it comes through. */
  readonly identityId?: string | null;
  /** When the password was changed last, as far as anyone who was just let in knows; left out, it does not matter. */
  readonly passwordChangedAt?: Date | null;
}

/** A sign-in as its owner sees it. */
export type SessionSummary = Pick<
  Session,
  'id' | 'createdAt' | 'lastSeenAt' | 'expiresAt' | 'methods' | 'clientAddress' | 'userAgent'
>;

/** Roles of an account `a`, each once, whatever it comes from. */
export const ROLES_OF_ACCOUNT = `
  (SELECT json_agg(DISTINCT jsonb_build_object('key', ar.role_key, 'name', r.name, 'permissions', r.permissions))
     FROM account_role ar LEFT JOIN role r ON r.id = ar.role_id
    WHERE ar.account_id = a.id AND ar.tenant_id = a.tenant_id) AS roles`;

const FIND = statement('session_find')`
SELECT s.id, s.account_id, s.kind, s.methods, s.identity_id, s.authenticated_at, s.last_seen_at, s.expires_at,
       a.display_name, a.email, ${accountGroupsDue('$5', '$6')},
       ${HAS_SECOND_FACTOR} AS two_factor,
       a.password_found_short_at IS NOT NULL AND COALESCE(a.password_found_short_at >= a.password_changed_at, true)
         AS short_password, ${ROLES_OF_ACCOUNT}
  FROM session s JOIN account a ON a.id = s.account_id AND a.tenant_id = s.tenant_id
 WHERE s.token_hash = $1 AND s.tenant_id = $2 AND s.expires_at > $3 AND s.last_seen_at > $4
   AND a.status = 'active' AND a.email_confirmed_at IS NOT NULL
   AND (s.identity_id IS NULL OR EXISTS (SELECT 1 FROM external_identity e JOIN identity_provider p ON p.id = e.provider_id
                                          WHERE e.id = s.identity_id AND p.enabled))`;
const STANDING = statement('session_standing')`
SELECT ${ROLES_OF_ACCOUNT}
  FROM session s JOIN account a ON a.id = s.account_id AND a.tenant_id = s.tenant_id
 WHERE s.id = $1 AND s.tenant_id = $2 AND s.expires_at > $3 AND s.last_seen_at > $4 AND s.kind = 'full'
   AND a.status = 'active' AND a.email_confirmed_at IS NOT NULL`;
const INSERT = statement('session_insert')`
INSERT INTO session (id, tenant_id, account_id, token_hash, kind, methods, created_at, last_seen_at, authenticated_at,
                     expires_at, client_address, user_agent, identity_id)
SELECT $1::uuid, a.tenant_id, a.id, $4::text, $5::text, $6::text[], $7::timestamptz, $7, $8::timestamptz,
       $9::timestamptz, $10::text, $11::text, $12::uuid
  FROM account a
 WHERE a.id = $3 AND a.tenant_id = $2
   AND ($13::boolean OR date_trunc('milliseconds', a.password_changed_at) IS NOT DISTINCT FROM $14::timestamptz)
   FOR SHARE
RETURNING id`;
const TOUCH = statement('session_touch')`
UPDATE session SET last_seen_at = $3 WHERE id = $1 AND tenant_id = $2 AND last_seen_at < $3`;
const TRY = statement('session_try')`
UPDATE session SET proof_tries = proof_tries + 1 WHERE id = $1 AND tenant_id = $2 AND proof_tries < $3
 RETURNING proof_tries AS tries`;
const END = statement('session_end')`
DELETE FROM session WHERE id = $1 AND tenant_id = $2 AND account_id = $3 RETURNING id`;
const LIST = statement('session_list')`
SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt", methods,
       client_address AS "clientAddress", user_agent AS "userAgent"
  FROM session
 WHERE tenant_id = $1 AND account_id = $2 AND kind = 'full' AND expires_at > $3 AND last_seen_at > $4
 ORDER BY last_seen_at DESC, id LIMIT 200`;
const SWEEP = statement('session_sweep')`
DELETE FROM session WHERE account_id = $1 AND tenant_id = $2 AND (expires_at <= $3 OR last_seen_at <= $4)`;

/** What lets programs in on behalf of an account; ended with all of its sessions. */
export const TABLES_OF_SECRETS = ['api_token', 'calendar_feed'] as const;
/** A session's last sign of life is written at most this often, in milliseconds. */
const TOUCH_EVERY_MS = 30_000;
const { idleSeconds, absoluteSeconds, pendingSeconds } = IDENTITY_LIMITS.session;

/**
 * Sign-ins. Looked up in the database on every request, so that revoking one takes effect at once on every
 * instance, and roles count from the next request on.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
    streams: EventStreamsService,
  ) {
    streams.checkSessionsBy((tenantId, sessionId) => this.standing(tenantId, sessionId));
  }

  /** Anyone who holds this session id at this tenant; undefined when it is unknown, ended, idle, too old, or of another tenant. */
  async find(tenantId: string, token: string): Promise<SessionPrincipal | undefined> {
    const now = this.clock.now();
    const { staleBefore, lapsedBefore } = groupsDue(now);
    const [row] = await this.sql.run<SessionRow>(FIND, [
      hashToken(token),
      tenantId,
      new Date(now),
      this.idleSince(now),
      staleBefore,
      lapsedBefore,
    ]);
    if (!row) return undefined;
    if (now - row.last_seen_at.getTime() > TOUCH_EVERY_MS)
      await this.sql.run(TOUCH, [row.id, tenantId, new Date(now)]);
    const roles = heldRoles(row.roles);
    return {
      kind: 'session',
      tenantId,
      accountId: row.account_id,
      displayName: row.display_name,
      email: row.email,
      roles,
      permissions: permissionsIn(roles),
      sessionId: row.id,
      sessionKind: row.kind,
      // Only requests that change something need it.
      get csrfToken() {
        return csrfTokenOf(token);
      },
      methods: row.methods,
      identityId: row.identity_id,
      groupsDue: row.groups_due,
      authenticatedAt: row.authenticated_at,
      lastSeenAt: new Date(now),
      expiresAt: row.expires_at,
      twoFactor: row.two_factor,
      shortPassword: row.short_password,
    };
  }

  /**
   * What a session may do at this moment; undefined when it has ended. Asking is no sign of life: a page that only listens
   * does not keep its session open.
   */
  async standing(tenantId: string, sessionId: string): Promise<ReadonlySet<Permission> | undefined> {
    const now = this.clock.now();
    const [row] = await this.sql.run<Pick<SessionRow, 'roles'>>(STANDING, [
      sessionId,
      tenantId,
      new Date(now),
      this.idleSince(now),
    ]);
    return row && permissionsIn(heldRoles(row.roles));
  }

  /**
   * Begins a session and ends those of the account that are over anyway.
   * @returns the id for the browser, which is not kept; undefined when the password has been changed in the meantime. A change
   * that is under way is waited for: it ends the sessions that it finds.
   */
  async begin(context: RequestContext, accountId: string, how: NewSession): Promise<string | undefined> {
    const { tenantId } = context;
    const now = this.clock.now();
    const token = newToken();
    const life = how.kind === 'full' ? absoluteSeconds : pendingSeconds;
    const endsAt = how.endsAt ?? new Date(now + life * 1_000);
    await this.sql.run(SWEEP, [accountId, tenantId, new Date(now), this.idleSince(now)]);
    const begun = await this.sql.run(INSERT, [
      newId(),
      tenantId,
      accountId,
      hashToken(token),
      how.kind,
      [...how.methods],
      new Date(now),
      new Date(now),
      endsAt,
      context.clientAddress,
      context.userAgent,
      how.identityId ?? null,
      how.passwordChangedAt === undefined,
      how.passwordChangedAt ?? null,
    ]);
    return begun.length > 0 ? token : undefined;
  }

  /**
   * Counts a code or password that is about to be tried in a session; before it is looked at, so that many at once do
   * not get more tries. Undefined when there are none left.
   */
  async countTry(tenantId: string, sessionId: string): Promise<number | undefined> {
    const [row] = await this.sql.run<{ tries: number }>(TRY, [sessionId, tenantId, TWO_FACTOR.wrongCodes]);
    return row?.tries;
  }

  /**
   * Gives a full session a new id, as part of a transaction; the old one is dead. Its end stays where it was.
   * @param proved how the person has just proved who that is, if so
   * @returns the id for the browser; undefined when the session has ended in the meantime
   */
  async rotate(
    manager: EntityManager,
    tenantId: string,
    sessionId: string,
    proved?: { readonly methods: readonly SignInMethod[] },
  ): Promise<string | undefined> {
    const token = newToken();
    const fresh = proved && { authenticatedAt: new Date(this.clock.now()), methods: [...proved.methods] };
    const { affected } = await manager.update(
      Session,
      { id: sessionId, tenantId, kind: 'full' },
      { tokenHash: hashToken(token), proofTries: 0, ...fresh },
    );
    return affected === 1 ? token : undefined;
  }

  /** Ends one session of an account; false when it has no such session. */
  async end(tenantId: string, accountId: string, sessionId: string): Promise<boolean> {
    return (await this.sql.run(END, [sessionId, tenantId, accountId])).length > 0;
  }

  /**
   * Ends the sessions of an account, except one, and its API tokens. Part of the transaction of whatever demands
   * it: a changed password, second factor, role or status.
   */
  async endAll(
    manager: EntityManager,
    tenantId: string,
    accountId: string,
    exceptSessionId?: string,
  ): Promise<void> {
    await manager.query(
      `DELETE FROM session WHERE tenant_id = $1 AND account_id = $2 AND id IS DISTINCT FROM $3::uuid`,
      [tenantId, accountId, exceptSessionId ?? null],
    );
    for (const table of TABLES_OF_SECRETS)
      await manager.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND account_id = $2`, [
        tenantId,
        accountId,
      ]);
  }

  /** The live sessions of an account, the one used last first. */
  list(tenantId: string, accountId: string): Promise<readonly SessionSummary[]> {
    const now = this.clock.now();
    return this.sql.run<SessionSummary>(LIST, [tenantId, accountId, new Date(now), this.idleSince(now)]);
  }

  private readonly idleSince = (now: number): Date => new Date(now - idleSeconds * 1_000);
}

/** What the roles of a row allow: the built-in ones by the contract's matrix, the tenant's own by what it chose. */
export function heldRoles(roles: RolesColumn): readonly HeldRole[] {
  return (roles ?? []).map(({ key, name, permissions }) =>
    isBuiltInRole(key)
      ? { key, name: key, permissions: [...permissionsOf(key)] }
      : { key, name: name ?? key, permissions: permissions ?? [] },
  );
}

/** What roles allow together. Most people have one role, and those of the product are known. */
function permissionsIn(roles: readonly HeldRole[]): ReadonlySet<Permission> {
  const [first] = roles;
  return roles.length === 1 && first && isBuiltInRole(first.key)
    ? permissionsOf(first.key)
    : new Set(roles.flatMap(({ permissions }) => permissions));
}

/** @param currentId of the session of anyone who looks */
export function toOwnSession(row: SessionSummary, currentId: string | undefined): OwnSession {
  const { id, methods, clientAddress, userAgent } = row;
  return {
    id,
    methods,
    clientAddress,
    userAgent,
    current: id === currentId,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
