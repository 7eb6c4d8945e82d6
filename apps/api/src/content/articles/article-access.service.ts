import { Injectable, NotFoundException } from '@nestjs/common';
import {
  ARTICLE_MESSAGES,
  ARTICLE_TYPES,
  type ArticleAccess,
  type ArticleGrant,
  GRANT_LEVELS,
  type GrantSubject,
  type GrantSubjects,
  type AccessExplanation,
} from '@sitedesk/contract/articles';
import type {
  ExplainAccessDto,
  GrantDto,
  SetAccessDto,
  SubjectListDto,
} from '@sitedesk/contract/articles.dto';
import { isBuiltInRole } from '@sitedesk/contract/permissions';
import { BUILT_IN_ROLES } from '@sitedesk/contract/roles';
import { isId } from '@sitedesk/contract/rules';
import { EntityManager } from 'typeorm';
import { nameKeyOf } from '../../people/accounts/account.entity.js';
import {
  assignedRoles,
  isReservedRole,
  permissionsOfRoles,
  roleKeyOf,
} from '../../people/roles/assigned-roles.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { accessReasons } from './access-reasons.js';
import {
  isGrantTo,
  levelOf,
  type Person,
  seesAll,
  SUBJECTS,
  type Viewer,
  visibleTo,
} from './article-permissions.js';
import { type ArticleRow, findArticle, listsChanged } from './article-rows.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { streamPathOf } from './article-fields.js';
import { LiveListsService } from './live-lists.service.js';
import type { PageHead } from './page-head.js';
import { beginPublishing } from './publishing-locks.js';

/** As many users are proposed at once; typing on finds the others. */
const PROPOSED = 20;
const LAST_CHARACTER = '\u{10FFFF}';
/** The log may name what was asked for, whatever that was. */
const ARTICLE_NUMBER = /^\d{1,9}$/;

interface GrantRow {
  readonly subject: string;
  readonly level: number;
  readonly account_id: string | null;
  readonly role_id: string | null;
  readonly provider_id: string | null;
  readonly name: string | null;
}

/** A grant as it is stored. */
interface StoredGrant {
  readonly subject: string;
  readonly level: number;
  readonly account: string | null;
  readonly role: string | null;
  readonly provider: string | null;
}

const GRANTS = `SELECT g.subject, g.level, g.account_id, g.role_id, g.provider_id, coalesce(u.display_name, r.name, p.name) AS name
  FROM article_grant g LEFT JOIN account u ON u.id = g.account_id LEFT JOIN role r ON r.id = g.role_id
  LEFT JOIN identity_provider p ON p.id = g.provider_id
  WHERE g.tenant_id = $1 AND g.number = $2`;

/** Who may see single articles, and work on them. What follows from it is in `article-permissions.ts`. */
@Injectable()
export class ArticleAccessService {
  constructor(
    private readonly manager: EntityManager,
    private readonly lists: LiveListsService,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
    private readonly siteChanges: SiteChangesService,
  ) {}

  /** @throws NotFoundException */
  async get(context: CallerContext, number: number): Promise<Versioned<ArticleAccess>> {
    return this.read(this.manager, context, number);
  }

  /**
   * Replaces all of it. It takes effect with everyone's next request.
   * @throws NotFoundException, VersionConflict, ValidationProblem, WrongState when the caller would hide the article from themselves
   */
  async set(
    context: CallerContext,
    number: number,
    version: number,
    input: SetAccessDto,
  ): Promise<Versioned<ArticleAccess>> {
    const { tenantId } = context;
    const { restricted } = input;
    const owner = input.owner?.toLowerCase() ?? null;
    const done = await this.manager.transaction(async (manager) => {
      await beginPublishing(manager, tenantId);
      const article = await findArticle(manager, context, number, { lock: true });
      if (!article) throw new NotFoundException();
      if (article.access_version !== version) throw new VersionConflict();
      const { answer: before } = await this.read(manager, context, number);
      if (owner !== null && owner !== article.owner_id) await requireOwner(manager, tenantId, owner);
      const grants = await storedGrants(manager, tenantId, input.grants);
      await manager.query('DELETE FROM article_grant WHERE tenant_id = $1 AND number = $2', [
        tenantId,
        number,
      ]);
      await manager.query(
        `INSERT INTO article_grant (tenant_id, number, subject, level, account_id, role_id, provider_id)
         SELECT $1, $2, * FROM unnest($3::text[], $4::smallint[], $5::uuid[], $6::uuid[], $7::uuid[])`,
        [
          tenantId,
          number,
          grants.map(({ subject }) => subject),
          grants.map(({ level }) => level),
          grants.map(({ account }) => account),
          grants.map(({ role }) => role),
          grants.map(({ provider }) => provider),
        ],
      );
      await manager.query(
        `UPDATE article SET owner_id = $3, restricted = $4, access_version = access_version + 1 WHERE tenant_id = $1 AND number = $2`,
        [tenantId, number, owner, restricted],
      );
      if (restricted !== article.restricted) await this.hide(manager, tenantId, article, restricted);
      if (!(await findArticle(manager, context, number))) throw new WrongState(ARTICLE_MESSAGES.accessLost);
      const after = await this.read(manager, context, number);
      await this.record(manager, context, article, before, after.answer);
      return after;
    });
    this.changes.emit(CHANNELS.pages, tenantId);
    return done;
  }

  /**
   * Hands an article over; who else has access stays.
   * @throws NotFoundException, ValidationProblem, WrongState when the caller would no longer see it
   */
  async setOwner(context: CallerContext, number: number, owner: string | null): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const article = await findArticle(manager, context, number, { lock: true });
      if (!article) throw new NotFoundException();
      const { answer: before } = await this.read(manager, context, number);
      if (owner !== null) await requireOwner(manager, tenantId, owner);
      await manager.query(
        `UPDATE article SET owner_id = $3, access_version = access_version + 1 WHERE tenant_id = $1 AND number = $2`,
        [tenantId, number, owner],
      );
      if (!(await findArticle(manager, context, number))) throw new WrongState(ARTICLE_MESSAGES.accessLost);
      const { answer: after } = await this.read(manager, context, number);
      await this.record(manager, context, article, before, after);
    });
  }

  /**
   * Why an active user may do something with an article, or may not.
   * @throws NotFoundException, ValidationProblem
   */
  async explain(
    context: CallerContext,
    number: number,
    { user }: ExplainAccessDto,
  ): Promise<AccessExplanation> {
    const { tenantId } = context;
    if (!(await findArticle(this.manager, context, number))) throw new NotFoundException();
    const id = user.toLowerCase();
    const [found]: { readonly display_name: string }[] = await this.manager.query(
      `SELECT display_name FROM account WHERE tenant_id = $1 AND id = $2 AND status = 'active'`,
      [tenantId, id],
    );
    if (!found) throw ValidationProblem.at('user', ARTICLE_MESSAGES.unknownOwner);
    const roles = (await assignedRoles(this.manager, tenantId, [id])).get(id) ?? [];
    const held = [...new Map(roles.map((role) => [role.key, role])).values()];
    const person: Person = { accountId: id, roles: held, permissions: new Set(permissionsOfRoles(held)) };
    const values: unknown[] = [tenantId, number];
    const grants: GrantRow[] = await this.manager.query(
      `${GRANTS} AND ${isGrantTo(person, (each) => `$${values.push(each)}`)} ORDER BY g.subject`,
      values,
    );
    const article = await findArticle(this.manager, { tenantId, caller: person }, number);
    return {
      id,
      displayName: found.display_name,
      items: accessReasons(person, article, grants.map(grantOf)),
    };
  }

  /** Which of these numbers are of articles that are hidden from someone, also when they are deleted by now. */
  async hiddenFrom({ tenantId, caller }: Viewer, numbers: readonly string[]): Promise<ReadonlySet<string>> {
    if (!caller || seesAll(caller)) return new Set();
    const values: unknown[] = [tenantId, numbers.filter((number) => ARTICLE_NUMBER.test(number))];
    const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
    const rows: { readonly number: string }[] = await this.manager.query(
      `SELECT n.number FROM unnest($2::text[]) n (number) LEFT JOIN article a ON a.tenant_id = $1 AND a.number = n.number::int
       WHERE CASE WHEN a.number IS NOT NULL THEN ${visible} IS NOT TRUE ELSE EXISTS (
         SELECT 1 FROM audit_entry e WHERE e.tenant_id = $1 AND e.target_id = n.number AND e.action = 'article.set-access'
           AND e.after->>'restricted' = 'true') END`,
      values,
    );
    return new Set(rows.map(({ number }) => number));
  }

  async subjects(tenantId: string, { q = '' }: SubjectListDto): Promise<GrantSubjects> {
    const start = nameKeyOf(q);
    const accounts: { readonly id: string; readonly name: string }[] = await this.manager.query(
      `SELECT id, display_name AS name FROM account WHERE tenant_id = $1 AND name_key >= $2 AND name_key < $3 AND status = 'active'
       ORDER BY name_key, id LIMIT ${PROPOSED}`,
      [tenantId, start, start + LAST_CHARACTER],
    );
    const roles: { readonly id: string; readonly name: string }[] = await this.manager.query(
      `SELECT id, name FROM role WHERE tenant_id = $1 ORDER BY name_key`,
      [tenantId],
    );
    const providers: { readonly id: string; readonly name: string }[] = await this.manager.query(
      `SELECT id, name FROM identity_provider WHERE tenant_id = $1 AND group_claim IS NOT NULL ORDER BY name, id`,
      [tenantId],
    );
    const builtIn = BUILT_IN_ROLES.filter((key) => !isReservedRole(key)).map((key) => ({
      id: key,
      name: key,
    }));
    const named = [...builtIn, ...roles].filter(({ name }) => nameKeyOf(name).startsWith(start));
    return {
      items: [
        ...accounts.map((each) => ({ kind: 'account', provider: null, ...each }) as const),
        ...named.map((each) => ({ kind: 'role', provider: null, ...each }) as const),
        ...providers.map(({ id, name }) => ({ kind: 'group', id: '', provider: id, name }) as const),
      ],
    };
  }

  private record(
    manager: EntityManager,
    context: CallerContext,
    { number, title }: ArticleRow,
    before: ArticleAccess,
    after: ArticleAccess,
  ): Promise<void> {
    const target = { kind: 'article', id: String(number) };
    const event = { target, before: { title, ...before }, after: { title, ...after } };
    return this.auditLog.record(context, { action: 'article.set-access', ...event }, manager);
  }

  /** Visitors don't get a restricted page, nor see it in lists. */
  private async hide(
    manager: EntityManager,
    tenantId: string,
    article: ArticleRow,
    hidden: boolean,
  ): Promise<void> {
    const { number, publication_id: publication, published_at: publishedAt } = article;
    const [addresses]: [readonly { readonly path: string }[], number] = await manager.query(
      'UPDATE live_page SET hidden = $3 WHERE tenant_id = $1 AND number = $2 RETURNING path',
      [tenantId, number, hidden],
    );
    const lists: string[] = [];
    if (hidden) lists.push(...(await this.lists.remove(manager, tenantId, number)));
    else if (publishedAt && article.type !== ARTICLE_TYPES.stream) {
      const [live]: { readonly head: PageHead }[] = await manager.query(
        'SELECT head FROM publication WHERE tenant_id = $1 AND id = $2',
        [tenantId, publication],
      );
      const { tags, authorIds: authors = [] } = live?.head ?? { tags: [] };
      const listed = [{ number, fields: { tags, authors }, publishedAt }];
      lists.push(...((await this.lists.list(manager, tenantId, listed)).get(number) ?? []));
    }
    const posts = hidden ? -1 : 1;
    await listsChanged(manager, tenantId, article, publication === null ? 0 : posts);
    const pages = addresses.map(({ path }) => path);
    const streams = article.stream_number === null ? [] : pages.map(streamPathOf);
    await this.siteChanges.changed(manager, tenantId, [
      { reason: 'access', article: number, pages, lists: [...streams, ...lists] },
    ]);
    await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
  }

  private async read(
    manager: EntityManager,
    context: CallerContext,
    number: number,
  ): Promise<Versioned<ArticleAccess>> {
    const article = await findArticle(manager, context, number);
    if (!article) throw new NotFoundException();
    const rows: GrantRow[] = await manager.query(`${GRANTS} ORDER BY g.subject`, [context.tenantId, number]);
    const { owner_id: id, owner_name: displayName, restricted } = article;
    const owner = id === null ? null : { id, displayName: displayName ?? '' };
    return new Versioned({ owner, restricted, grants: rows.map(grantOf) }, article.access_version);
  }
}

/** The new owner isn't deleted before the transaction ends. @throws ValidationProblem */
export async function requireOwner(manager: EntityManager, tenantId: string, id: string): Promise<void> {
  const found: unknown[] = await manager.query(
    `SELECT 1 FROM account WHERE tenant_id = $1 AND id = $2 AND status = 'active' FOR KEY SHARE`,
    [tenantId, id],
  );
  if (found.length === 0) throw ValidationProblem.at('owner', ARTICLE_MESSAGES.unknownOwner);
}

/** @throws ValidationProblem naming the first grant to someone who doesn't exist, or who has one already */
async function storedGrants(
  manager: EntityManager,
  tenantId: string,
  grants: readonly GrantDto[],
): Promise<readonly StoredGrant[]> {
  const ids = grants.flatMap(({ id, provider }) => [id, provider]).filter(isId);
  const found: { readonly kind: string; readonly id: string }[] = await manager.query(
    `SELECT 'account' AS kind, id FROM account WHERE tenant_id = $1 AND id = ANY($2::uuid[])
     UNION ALL SELECT 'role', id FROM role WHERE tenant_id = $1 AND id = ANY($2::uuid[])
     UNION ALL SELECT 'group', id FROM identity_provider WHERE tenant_id = $1 AND id = ANY($2::uuid[])`,
    [tenantId, ids],
  );
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`));
  const stored = grants.map((grant, index) => {
    const each = storedGrant(grant);
    const id = each.account ?? each.role ?? each.provider ?? '';
    const isRole = grant.kind === 'role' && isBuiltInRole(grant.id) && !isReservedRole(grant.id);
    if (isRole || known.has(`${grant.kind} ${id}`)) return each;
    throw ValidationProblem.at(`grants.${index}.id`, ARTICLE_MESSAGES.unknownSubject);
  });
  const subjects = stored.map(({ subject }) => subject);
  const twice = subjects.findIndex((subject, index) => subjects.indexOf(subject) < index);
  if (twice >= 0) throw ValidationProblem.at(`grants.${twice}.id`, ARTICLE_MESSAGES.subjectTwice);
  return stored;
}

function storedGrant({ kind, id: given, provider: givenProvider, level }: GrantDto): StoredGrant {
  const none = { account: null, role: null, provider: null, level: levelOf(level) };
  if (kind === 'group') {
    const provider = givenProvider?.toLowerCase() ?? '';
    return { ...none, subject: SUBJECTS.group(given, provider), provider };
  }
  if (kind === 'role') {
    const role = roleKeyOf(given);
    return { ...none, subject: SUBJECTS.role(role), role: isId(role) ? role : null };
  }
  const account = given.toLowerCase();
  return { ...none, subject: SUBJECTS.account(account), account };
}

function grantOf({ subject, level, name, ...row }: GrantRow): ArticleGrant {
  const of = (kind: GrantSubject['kind'], id: string): ArticleGrant => ({
    kind,
    id,
    provider: row.provider_id,
    name: name ?? id,
    level: GRANT_LEVELS[level - 1] ?? 'read',
  });
  if (row.account_id !== null) return of('account', row.account_id);
  if (row.provider_id !== null) return of('group', subject.slice(SUBJECTS.group('', row.provider_id).length));
  return of('role', subject.slice(SUBJECTS.role('').length));
}
