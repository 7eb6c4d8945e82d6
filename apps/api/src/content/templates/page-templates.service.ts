import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { type ArticleDocument, type DocumentNode, EMPTY_DOCUMENT } from '@sitedesk/contract/documents';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import {
  TEMPLATE_LIMITS,
  TEMPLATE_MESSAGES,
  type TemplateContent,
  type TemplateDetails,
  type TemplateSummary,
  type TemplateType,
  type TemplateVersion,
  type TemplateVersionDetails,
} from '@sitedesk/contract/page-templates';
import type {
  CreateTemplateDto,
  SaveTemplateDto,
  TemplateListDto,
} from '@sitedesk/contract/page-templates.dto';
import type { PageDto } from '@sitedesk/contract/rules';
import { normaliseLine } from '@sitedesk/contract/text';
import { randomInt } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { canonicalJson } from '../../platform/core/canonical-json.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { checkedDocument, requireOwnHtml } from '../documents/checked-document.js';

/** A row of `page_template` as lists show it. */
interface TemplateRow {
  readonly id: string;
  readonly type: TemplateType;
  readonly name: string;
  readonly version: number;
  readonly revision: number;
  readonly uses: number;
  readonly changed_at: Date;
  readonly changed_by: string | null;
  readonly changer: string | null;
  /** What it is sorted by. */
  readonly place: string;
}

interface VersionRow {
  readonly version: number;
  readonly at: Date;
  readonly author_id: string | null;
  readonly author_name: string | null;
}

const USES = `(SELECT count(*)::int FROM (SELECT FROM article_draft d WHERE d.tenant_id = t.tenant_id
  AND d.fields->'template' IS NOT NULL AND d.fields->'template'->>'id' = t.id::text LIMIT ${TEMPLATE_LIMITS.countedTo}) found)`;
const TEMPLATES = `SELECT t.id, t.type, t.name, t.version, t.revision, t.changed_at, p.id AS changed_by, p.display_name AS changer,
    lower(t.name) AS place, ${USES} AS uses
  FROM page_template t LEFT JOIN account p ON p.tenant_id = t.tenant_id AND p.id = t.changed_by
  WHERE t.tenant_id = $1 AND t.deleted_at IS NULL`;
const VERSIONS = `FROM page_template_version v
  JOIN page_template t ON t.tenant_id = v.tenant_id AND t.id = v.template_id AND t.deleted_at IS NULL
  LEFT JOIN account p ON p.tenant_id = v.tenant_id AND p.id = v.author_id
  WHERE v.tenant_id = $1 AND v.template_id = $2`;
const LAST = 2_147_483_647;

/** Templates of a site: the blocks that articles begin with, and which of them stay as they are. */
@Injectable()
export class PageTemplatesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By name. */
  async list(tenantId: string, { type, limit, cursor }: TemplateListDto): Promise<Page<TemplateSummary>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [place, id] = cursor === undefined ? [] : decodeCursor(cursor, ['string', 'id']);
    const rows: TemplateRow[] = await this.manager.query(
      `${TEMPLATES} AND ($2::smallint IS NULL OR t.type = $2) AND ($3::text IS NULL OR (lower(t.name), t.id) > ($3, $4::uuid))
       ORDER BY lower(t.name), t.id LIMIT $5`,
      [tenantId, type ?? null, place ?? null, id ?? null, size + 1],
    );
    return pageOf(rows, size, summaryOf, (row) => [row.place, row.id]);
  }

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<Versioned<TemplateDetails>> {
    const row = await this.find(this.manager, tenantId, id);
    const content = await this.content(this.manager, tenantId, id, row.version);
    return new Versioned({ ...summaryOf(row), ...content }, row.revision);
  }

  /** @throws ValidationProblem, ProblemException 400 naming the block, WrongState when the site has as many as it can */
  async create(context: CallerContext, input: CreateTemplateDto): Promise<Versioned<TemplateDetails>> {
    const { tenantId, caller } = context;
    const { type } = input;
    const content = checkedContent(input.document ?? EMPTY_DOCUMENT, input.locked ?? []);
    await requireOwnHtml(caller, content.document, () => Promise.resolve(undefined));
    const id = newId();
    const name = String(normaliseLine(input.name));
    await this.manager.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `page-templates:${tenantId}`,
      ]);
      const [{ count } = { count: 0 }]: { readonly count: number }[] = await manager.query(
        'SELECT count(*)::int AS count FROM page_template WHERE tenant_id = $1 AND deleted_at IS NULL',
        [tenantId],
      );
      const { templates: limit } = TEMPLATE_LIMITS;
      if (count >= limit) throw new WrongState(TEMPLATE_MESSAGES.full({ limit }));
      const at = new Date(this.clock.now());
      await manager.query(
        `INSERT INTO page_template (tenant_id, id, type, name, revision, version, changed_at, changed_by)
         VALUES ($1, $2, $3, $4, 1, 1, $5, $6)`,
        [tenantId, id, type, name, at, caller.accountId],
      );
      await this.keep(manager, context, { id, version: 1 }, content);
      const event = {
        action: 'template.create',
        target: { kind: 'template', id },
        after: { name, type },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    return this.get(tenantId, id);
  }

  /**
   * Saves a template; other blocks or locks are a new version of it. Articles stay as they are.
   * @throws NotFoundException, VersionConflict, ValidationProblem, ProblemException 400 naming the block
   */
  async save(
    context: CallerContext,
    id: string,
    revision: number,
    input: SaveTemplateDto,
  ): Promise<Versioned<TemplateDetails>> {
    const { tenantId, caller } = context;
    const name = String(normaliseLine(input.name));
    await this.manager.transaction(async (manager) => {
      const before = await this.find(manager, tenantId, id, { lock: true });
      if (before.revision !== revision) throw new VersionConflict();
      const content = checkedContent(input.document, input.locked); // only then: elsewhere nobody learns that it's there
      const former = await this.content(manager, tenantId, id, before.version);
      await requireOwnHtml(caller, content.document, () => Promise.resolve(former.document));
      const isSame = canonicalJson(former) === canonicalJson(content);
      const version = before.version + (isSame ? 0 : 1);
      if (!isSame) await this.keep(manager, context, { id, version }, content);
      await manager.query(
        `UPDATE page_template SET name = $3, revision = revision + 1, version = $4, changed_at = $5, changed_by = $6
         WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id, name, version, new Date(this.clock.now()), caller.accountId],
      );
      const event = {
        action: 'template.save',
        target: { kind: 'template', id },
        before: { name: before.name, version: before.version, locked: former.locked.length },
        after: { name, version, locked: content.locked.length },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    return this.get(tenantId, id);
  }

  /**
   * Deletes a template. Articles that have it keep their text, and nothing in it is locked anymore.
   * @throws NotFoundException
   */
  async delete(context: CallerContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const { name, uses } = await this.find(manager, tenantId, id, { lock: true });
      await manager.query('UPDATE page_template SET deleted_at = $3 WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        id,
        new Date(this.clock.now()),
      ]);
      const event = {
        action: 'template.delete',
        target: { kind: 'template', id },
        before: { name, uses },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
  }

  /**
   * The newest first.
   * @throws NotFoundException
   */
  async versions(tenantId: string, id: string, { limit, cursor }: PageDto): Promise<Page<TemplateVersion>> {
    await this.find(this.manager, tenantId, id);
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [before] = cursor === undefined ? [LAST] : decodeCursor(cursor, ['number']);
    const rows: VersionRow[] = await this.manager.query(
      `SELECT v.version, v.at, p.id AS author_id, p.display_name AS author_name ${VERSIONS} AND v.version < $3
       ORDER BY v.version DESC LIMIT $4`,
      [tenantId, id, Math.min(Number(before), LAST), size + 1],
    );
    return pageOf(rows, size, versionOf, ({ version }) => [version]);
  }

  /** @throws NotFoundException */
  async version(tenantId: string, id: string, version: number): Promise<TemplateVersionDetails> {
    const [row]: (VersionRow & TemplateContent)[] = await this.manager.query(
      `SELECT v.version, v.at, p.id AS author_id, p.display_name AS author_name, v.document, v.locked ${VERSIONS} AND v.version = $3`,
      [tenantId, id, version],
    );
    if (!row) throw new NotFoundException();
    return { ...versionOf(row), document: row.document, locked: row.locked };
  }

  private async find(
    manager: EntityManager,
    tenantId: string,
    id: string,
    { lock = false }: { readonly lock?: boolean } = {},
  ): Promise<TemplateRow> {
    const [row]: TemplateRow[] = await manager.query(
      `${TEMPLATES} AND t.id = $2 ${lock ? 'FOR UPDATE OF t' : ''}`,
      [tenantId, id],
    );
    if (!row) throw new NotFoundException();
    return row;
  }

  private async content(
    manager: EntityManager,
    tenantId: string,
    id: string,
    version: number,
  ): Promise<TemplateContent> {
    const [row]: TemplateContent[] = await manager.query(
      'SELECT document, locked FROM page_template_version WHERE tenant_id = $1 AND template_id = $2 AND version = $3',
      [tenantId, id, version],
    );
    if (!row) throw new NotFoundException();
    return row;
  }

  private async keep(
    manager: EntityManager,
    { tenantId, caller }: CallerContext,
    { id, version }: { readonly id: string; readonly version: number },
    { document, locked }: TemplateContent,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO page_template_version (tenant_id, template_id, version, document, locked, author_id, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        tenantId,
        id,
        version,
        JSON.stringify(document),
        JSON.stringify(locked),
        caller.accountId,
        new Date(this.clock.now()),
      ],
    );
  }
}

/** @throws ValidationProblem, ProblemException 400 naming the block */
function checkedContent(given: object, wanted: readonly string[]): TemplateContent {
  const document = withIds(checkedDocument(given));
  const outermost = (document.content ?? []).map(({ attrs }) => String(attrs?.['id']));
  const unknown = wanted.findIndex((each) => !outermost.includes(each));
  if (unknown >= 0) throw ValidationProblem.at(`locked.${unknown}`, TEMPLATE_MESSAGES.lockedUnknown);
  return { document, locked: outermost.filter((each) => wanted.includes(each)) };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const newBlockId = (): string =>
  Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** With an ID for each block that has none: articles know locked blocks by it. */
function withIds(document: ArticleDocument): ArticleDocument {
  const named = (node: DocumentNode): DocumentNode => {
    if (node.type === 'text' || node.type === 'hardBreak') return node;
    const attrs = { ...node.attrs, id: node.attrs?.['id'] ?? newBlockId() };
    return { ...node, attrs, ...(node.content && { content: node.content.map(named) }) };
  };
  return { ...document, content: (document.content ?? []).map(named) };
}

const personOf = (id: string | null, name: string | null): TemplateSummary['changedBy'] =>
  id === null ? null : { id, displayName: name ?? '' };

const summaryOf = (row: TemplateRow): TemplateSummary => ({
  id: row.id,
  type: row.type,
  name: row.name,
  version: row.version,
  uses: row.uses,
  changedAt: row.changed_at.toISOString(),
  changedBy: personOf(row.changed_by, row.changer),
});

const versionOf = (row: VersionRow): TemplateVersion => ({
  version: row.version,
  at: row.at.toISOString(),
  author: personOf(row.author_id, row.author_name),
});
