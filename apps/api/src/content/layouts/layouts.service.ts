import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import {
  LAYOUT_INVALID,
  LAYOUT_LIMITS,
  LAYOUT_MESSAGES,
  LAYOUT_PANES,
  type LayoutCheck,
  type LayoutDetails,
  type LayoutSource,
  type LayoutSummary,
  type LayoutVersion,
  type LayoutVersionDetails,
  type LiveLayout,
} from '@sitedesk/contract/layouts';
import type { CreateLayoutDto, PublishLayoutDto, SaveLayoutDto } from '@sitedesk/contract/layouts.dto';
import { FOUR_EYES } from '@sitedesk/contract/reviews';
import type { PageDto } from '@sitedesk/contract/rules';
import { commonPlaces } from '@sitedesk/contract/sequences';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { LiveEventsService } from '../../platform/events/live-events.service.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ProblemException, ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { SteeringService } from '../../platform/settings/steering.service.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { readPublishingSettings } from '../articles/publishing-settings.js';
import { type Compilation, compileLayout, layoutHash } from './compile-layout.js';
import type { CompiledLayout } from './compiled-layout.js';
import { DEFAULT_SOURCE } from './themes/default-theme.js';
import { importedLayout } from './imported-layout.js';
import { TooMuchHtml } from './parse-html.js';
import { THEMES } from './themes/themes.js';

/** A row of `layout` as lists show it, with the person who changed it and what is live. */
interface LayoutRow {
  readonly id: string;
  readonly name: string;
  readonly hash: string;
  readonly revision: number;
  readonly last_version: number | null;
  readonly last_hash: string | null;
  readonly changed_at: Date;
  readonly changed_by: string | null;
  readonly changer: string | null;
  readonly live_version: number | null;
  /** What it is sorted by. */
  readonly place: string;
}

interface SourceRow extends LayoutRow {
  readonly source: LayoutSource;
  /** When each account changed it after it was last published. */
  readonly editors: Readonly<Record<string, string>>;
}

interface VersionRow {
  readonly version: number;
  readonly note: string | null;
  readonly at: Date;
  readonly author_id: string | null;
  readonly author_name: string | null;
}

/** What a change of the site's layout leads to; nulls for the default theme. */
interface Target {
  readonly layout_id: string | null;
  readonly version: number | null;
  readonly name: string | null;
}
interface LiveRow extends Target {
  readonly sequence: number;
  readonly at: Date | null;
}

const COLUMNS = `l.id, l.name, l.hash, l.revision, l.last_version, l.last_hash, l.changed_at, p.id AS changed_by, p.display_name AS changer,
    CASE WHEN v.layout_id = l.id THEN v.version END AS live_version, lower(l.name) AS place`;
const LAYOUTS = `FROM layout l
  LEFT JOIN account p ON p.tenant_id = l.tenant_id AND p.id = l.changed_by
  LEFT JOIN live_layout v ON v.tenant_id = l.tenant_id
  WHERE l.tenant_id = $1 AND l.deleted_at IS NULL`;
const VERSIONS = `v.version, v.note, v.at, p.id AS author_id, p.display_name AS author_name
  FROM layout_version v JOIN layout l ON l.tenant_id = v.tenant_id AND l.id = v.layout_id AND l.deleted_at IS NULL
  LEFT JOIN account p ON p.tenant_id = v.tenant_id AND p.id = v.author_id
  WHERE v.tenant_id = $1 AND v.layout_id = $2`;
/** Lines that an entry of the audit log holds for each pane, removed and added. */
const AUDITED_LINES = 100;

/**
 * Layouts of a site. People change a draft; publishing compiles it into a version, which all pages of the site have from then on. That is
 * one row: however many pages there are, none of them is written.
 */
@Injectable()
export class LayoutsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
    private readonly events: LiveEventsService,
    private readonly settings: SettingsService,
    private readonly siteChanges: SiteChangesService,
    private readonly steering: SteeringService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By name. */
  async list(tenantId: string, { limit, cursor }: PageDto): Promise<Page<LayoutSummary>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['string', 'id']);
    const rows: LayoutRow[] = await this.manager.query(
      `SELECT ${COLUMNS} ${LAYOUTS} ${after ? 'AND (lower(l.name), l.id) > ($3, $4)' : ''} ORDER BY lower(l.name), l.id LIMIT $2`,
      [tenantId, size + 1, ...(after ?? [])],
    );
    return pageOf(rows, size, summaryOf, ({ place, id }) => [place, id]);
  }

  /** What all pages of the site have now. */
  async live(tenantId: string): Promise<Versioned<LiveLayout>> {
    const live = liveOf(await this.history(this.manager, tenantId));
    return new Versioned(live, live.sequence);
  }

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<Versioned<LayoutDetails>> {
    const row = await this.find(this.manager, tenantId, id);
    return new Versioned({ ...summaryOf(row), source: row.source }, row.revision);
  }

  /** @throws NotFoundException for a layout to copy that isn't there, ValidationProblem, WrongState */
  async create(context: CallerContext, input: CreateLayoutDto): Promise<Versioned<LayoutDetails>> {
    const { tenantId, caller } = context;
    const { copyOf, html, theme } = input;
    const beginning = html == null ? THEMES[theme ?? 'default'] : await sourceOfHtml(html);
    const id = newId();
    const name = lineOf(input.name);
    await this.manager.transaction(async (manager) => {
      await this.lockSite(manager, tenantId);
      const [{ count } = { count: 0 }]: { readonly count: number }[] = await manager.query(
        'SELECT count(*)::int AS count FROM layout WHERE tenant_id = $1 AND deleted_at IS NULL',
        [tenantId],
      );
      const { layouts: limit } = LAYOUT_LIMITS;
      if (count >= limit) throw new WrongState(LAYOUT_MESSAGES.full({ limit }));
      const source = copyOf == null ? beginning : (await this.find(manager, tenantId, copyOf)).source;
      const at = new Date(this.clock.now());
      await manager.query(
        `INSERT INTO layout (tenant_id, id, name, source, hash, revision, changed_at, changed_by) VALUES ($1, $2, $3, $4, $5, 1, $6, $7)`,
        [tenantId, id, name, JSON.stringify(source), layoutHash(source), at, caller.accountId],
      );
      const event = { action: 'layout.create', target: { kind: 'layout', id }, after: { name } } as const;
      await this.auditLog.record(context, event, manager);
    });
    this.tell(tenantId, id);
    return this.get(tenantId, id);
  }

  /** Says what the compiler finds in a layout; nothing is stored. */
  async check(source: LayoutSource): Promise<LayoutCheck> {
    return (await compileLayout(normalised(source))).check;
  }

  /** @throws NotFoundException, VersionConflict */
  async save(
    context: CallerContext,
    id: string,
    revision: number,
    input: SaveLayoutDto,
  ): Promise<Versioned<LayoutDetails>> {
    const { tenantId, caller } = context;
    const source = normalised(input.source);
    const name = lineOf(input.name);
    await this.manager.transaction(async (manager) => {
      const before = await this.lock(manager, tenantId, id, revision);
      const at = new Date(this.clock.now());
      await manager.query(
        `UPDATE layout SET name = $3, source = $4, hash = $5, revision = revision + 1, changed_at = $6, changed_by = $7::uuid,
           editors = editors || jsonb_build_object($7::uuid::text, $6::timestamptz) WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id, name, JSON.stringify(source), layoutHash(source), at, caller.accountId],
      );
      const lines = changedLines(before.source, source);
      const event = {
        action: 'layout.save',
        target: { kind: 'layout', id },
        before: { name: before.name, ...lines.before },
        after: { name, ...lines.after },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    this.tell(tenantId, id);
    return this.get(tenantId, id);
  }

  /**
   * The draft as pages would have it.
   * @param revision that the caller has seen; without one, whatever it is
   * @throws NotFoundException, VersionConflict, ProblemException when it has errors
   */
  async compiled(tenantId: string, id: string, revision?: number): Promise<Compilation> {
    const draft = await this.find(this.manager, tenantId, id);
    if (revision !== undefined && draft.revision !== revision) throw new VersionConflict();
    const compilation = await compileLayout(draft.source);
    const { problems } = compilation.check;
    if (problems.some(({ level }) => level === 'error'))
      throw new ProblemException(HttpStatus.CONFLICT, LAYOUT_INVALID, LAYOUT_MESSAGES.invalid, { problems });
    return compilation;
  }

  /**
   * Publishes the draft as the caller has seen it: all pages of the site have it from the end of the transaction on.
   * @throws NotFoundException, VersionConflict, ProblemException when it has errors, or was changed by the caller where that matters
   */
  async publish(
    context: CallerContext,
    id: string,
    revision: number,
    { note }: PublishLayoutDto,
  ): Promise<LiveLayout> {
    const { tenantId, caller } = context;
    const compilation = await this.compiled(tenantId, id, revision);
    const { fourEyes } = await this.settings.read(tenantId, readPublishingSettings);
    const live = await this.manager.transaction(async (manager) => {
      const history = await this.lockSite(manager, tenantId);
      const draft = await this.lock(manager, tenantId, id, revision);
      const changedAt = draft.editors[caller.accountId];
      if (fourEyes && changedAt !== undefined)
        throw new ProblemException(HttpStatus.CONFLICT, FOUR_EYES, LAYOUT_MESSAGES.ownChange, {
          setting: 'Publishing/FourEyes',
          changedAt: new Date(changedAt).toISOString(),
        });
      const version = await this.keep(manager, context, draft, compilation, note);
      const target = { layout_id: id, version, name: draft.name };
      await this.goLive(manager, context, history, target, compilation.compiled);
      const [before] = await this.sources(manager, tenantId, history[0]);
      const lines = changedLines(before ?? DEFAULT_SOURCE, draft.source);
      const event = {
        action: 'layout.publish',
        target: { kind: 'layout', id },
        before: { ...nameOf(history[0]), ...lines.before },
        after: { ...nameOf(target), ...lines.after },
      } as const;
      await this.auditLog.record(context, event, manager);
      return this.history(manager, tenantId);
    });
    this.pagesChanged(tenantId, id);
    return liveOf(live);
  }

  /**
   * Publishes again what was live before.
   * @param sequence of the change that is undone
   * @throws VersionConflict, WrongState when there's nothing to undo
   */
  async undo(context: CallerContext, sequence: number): Promise<Versioned<LiveLayout>> {
    const { tenantId } = context;
    const live = await this.manager.transaction(async (manager) => {
      const history = await this.lockSite(manager, tenantId);
      const [current] = history;
      if (!current || current.sequence !== sequence) throw new VersionConflict();
      if (sequence === 0) throw new WrongState(LAYOUT_MESSAGES.nothingFormer);
      const former = formerOf(history);
      const [row]: { readonly compiled: CompiledLayout }[] = await manager.query(
        'SELECT compiled FROM layout_version WHERE tenant_id = $1 AND layout_id = $2 AND version = $3',
        [tenantId, former.layout_id, former.version],
      );
      await this.goLive(manager, context, history, former, row?.compiled ?? null);
      const event = {
        action: 'layout.undo-publication',
        before: nameOf(current),
        after: nameOf(former),
      } as const;
      await this.auditLog.record(context, event, manager);
      return this.history(manager, tenantId);
    });
    this.pagesChanged(tenantId, null);
    return new Versioned(liveOf(live), sequence + 1);
  }

  /**
   * Deletes a layout. Its versions stay, because undoing may need them.
   * @throws NotFoundException, WrongState
   */
  async delete(context: CallerContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      await this.lockSite(manager, tenantId);
      const { name, live_version: live } = await this.lock(manager, tenantId, id);
      if (live !== null) throw new WrongState(LAYOUT_MESSAGES.isLive);
      await manager.query('UPDATE layout SET deleted_at = $3 WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        id,
        new Date(this.clock.now()),
      ]);
      const event = { action: 'layout.delete', target: { kind: 'layout', id }, before: { name } } as const;
      await this.auditLog.record(context, event, manager);
    });
    this.tell(tenantId, id);
  }

  /**
   * Versions of a layout, the newest first.
   * @throws NotFoundException
   */
  async versions(tenantId: string, id: string, { limit, cursor }: PageDto): Promise<Page<LayoutVersion>> {
    await this.find(this.manager, tenantId, id);
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [before] = cursor === undefined ? [LAST] : decodeCursor(cursor, ['number']);
    const rows: VersionRow[] = await this.manager.query(
      `SELECT ${VERSIONS} AND v.version < $3 ORDER BY v.version DESC LIMIT $4`,
      [tenantId, id, Math.min(Number(before), LAST), size + 1],
    );
    return pageOf(rows, size, versionOf, ({ version }) => [version]);
  }

  /** @throws NotFoundException */
  async version(tenantId: string, id: string, version: number): Promise<LayoutVersionDetails> {
    const [row]: (VersionRow & { readonly source: LayoutSource })[] = await this.manager.query(
      `SELECT v.source, ${VERSIONS} AND v.version = $3`,
      [tenantId, id, version],
    );
    if (!row) throw new NotFoundException();
    return { ...versionOf(row), source: row.source };
  }

  private async find(manager: EntityManager, tenantId: string, id: string, lock = ''): Promise<SourceRow> {
    const [row]: SourceRow[] = await manager.query(
      `SELECT l.source, l.editors, ${COLUMNS} ${LAYOUTS} AND l.id = $2 ${lock}`,
      [tenantId, id],
    );
    if (!row) throw new NotFoundException();
    return row;
  }

  /** @param revision that the caller has seen; without one, whatever it is */
  private async lock(
    manager: EntityManager,
    tenantId: string,
    id: string,
    revision?: number,
  ): Promise<SourceRow> {
    const row = await this.find(manager, tenantId, id, 'FOR UPDATE OF l');
    if (revision !== undefined && row.revision !== revision) throw new VersionConflict();
    return row;
  }

  /** One after the other changes which layout is live. @returns what it is, and was */
  private async lockSite(manager: EntityManager, tenantId: string): Promise<readonly LiveRow[]> {
    await manager.query(
      'INSERT INTO live_layout (tenant_id, sequence) VALUES ($1, 0) ON CONFLICT DO NOTHING',
      [tenantId],
    );
    await manager.query('SELECT FROM live_layout WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
    return this.history(manager, tenantId);
  }

  /** The last change of the site's layout, the one before it, and the beginning if that is one of them. */
  private async history(manager: EntityManager, tenantId: string): Promise<readonly LiveRow[]> {
    const rows: LiveRow[] = await manager.query(
      `SELECT p.sequence, p.layout_id, p.version, l.name, p.at FROM layout_publication p
       LEFT JOIN layout l ON l.tenant_id = p.tenant_id AND l.id = p.layout_id
       WHERE p.tenant_id = $1 ORDER BY p.sequence DESC LIMIT 2`,
      [tenantId],
    );
    return rows.length === 2 ? rows : [...rows, { sequence: 0, at: null, ...DEFAULT_THEME }];
  }

  /** Keeps the draft as a version, unless the newest one is the same. */
  private async keep(
    manager: EntityManager,
    { tenantId, caller }: CallerContext,
    { id, source, hash, last_version: last, last_hash: lastHash }: SourceRow,
    { compiled, files }: Compilation,
    note: string | null | undefined,
  ): Promise<number> {
    await manager.query(`UPDATE layout SET editors = '{}' WHERE tenant_id = $1 AND id = $2`, [tenantId, id]);
    if (last !== null && hash === lastHash) return last;
    const version = (last ?? 0) + 1;
    const at = new Date(this.clock.now());
    await manager.query(
      `INSERT INTO layout_version (tenant_id, layout_id, version, source, compiled, hash, note, author_id, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tenantId,
        id,
        version,
        JSON.stringify(source),
        JSON.stringify(compiled),
        hash,
        note == null ? null : lineOf(note),
        caller.accountId,
        at,
      ],
    );
    await manager.query(
      'UPDATE layout SET last_version = $3, last_hash = $4 WHERE tenant_id = $1 AND id = $2',
      [tenantId, id, version, hash],
    );
    for (const { path, type, body } of files)
      await manager.query(
        'INSERT INTO layout_file (tenant_id, path, type, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [tenantId, path, type, body],
      );
    return version;
  }

  /** @param compiled null for the default theme */
  private async goLive(
    manager: EntityManager,
    context: CallerContext,
    [current]: readonly LiveRow[],
    { layout_id: layout, version, name }: Target,
    compiled: CompiledLayout | null,
  ): Promise<void> {
    const { tenantId, actor } = context;
    this.steering.require(context, 'layout');
    const code = codeOf(compiled);
    if (code !== NO_CODE && code !== (await this.liveCode(manager, tenantId))) {
      const what = { en: `Scripts of the layout “${name ?? ''}”`, de: `Skripte des Layouts „${name ?? ''}“` };
      await this.steering.changed(manager, { context, steering: 'layout', what });
    }
    const sequence = (current?.sequence ?? 0) + 1;
    await manager.query(
      'INSERT INTO layout_publication (tenant_id, sequence, layout_id, version, at, by_id) VALUES ($1, $2, $3, $4, $5, $6)',
      [tenantId, sequence, layout, version, new Date(this.clock.now()), actor.id],
    );
    await manager.query(
      'UPDATE live_layout SET sequence = $2, layout_id = $3, version = $4, compiled = $5 WHERE tenant_id = $1',
      [tenantId, sequence, layout, version, compiled === null ? null : JSON.stringify(compiled)],
    );
    await this.siteChanges.changed(manager, tenantId, [
      { reason: 'layout', pages: [], lists: [], isWholeSite: true },
    ]);
    await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
  }

  private async liveCode(manager: EntityManager, tenantId: string): Promise<string> {
    const [row]: { readonly code: Parameters<typeof codeOf>[0] }[] = await manager.query(
      `SELECT json_build_object('policy', compiled -> 'policy', 'scriptPath', compiled -> 'scriptPath') AS code
       FROM live_layout WHERE tenant_id = $1 AND compiled IS NOT NULL`,
      [tenantId],
    );
    return codeOf(row?.code ?? null);
  }

  private async sources(
    manager: EntityManager,
    tenantId: string,
    target: Target | undefined,
  ): Promise<readonly LayoutSource[]> {
    const rows: { readonly source: LayoutSource }[] = await manager.query(
      'SELECT source FROM layout_version WHERE tenant_id = $1 AND layout_id = $2 AND version = $3',
      [tenantId, target?.layout_id, target?.version],
    );
    return rows.map(({ source }) => source);
  }

  private pagesChanged(tenantId: string, id: string | null): void {
    this.changes.emit(CHANNELS.pages, tenantId);
    this.tell(tenantId, id);
  }

  private tell(tenantId: string, id: string | null): void {
    this.events.publish(tenantId, { kind: 'layout.changed' }, id === null ? [] : [id], 1);
  }
}

/** All that pages run of a layout: its file, by its content, and what stands in its HTML. */
const codeOf = (layout: Pick<CompiledLayout, 'policy' | 'scriptPath'> | null): string =>
  JSON.stringify([layout?.policy.scripts ?? [], layout?.scriptPath ?? null]);
const NO_CODE = codeOf(null);
const LAST = 2_147_483_647;
const DEFAULT_THEME: Target = { layout_id: null, version: null, name: null };

const formerOf = ([, former]: readonly LiveRow[]): Target => former ?? DEFAULT_THEME;

function liveOf(history: readonly LiveRow[]): LiveLayout {
  const [current] = history;
  const { sequence, at } = current ?? { sequence: 0, at: null };
  return {
    layout: layoutOf(current ?? DEFAULT_THEME),
    sequence,
    publishedAt: at?.toISOString() ?? null,
    former: sequence === 0 ? null : { layout: layoutOf(formerOf(history)) },
  };
}

const layoutOf = ({ layout_id: id, version, name }: Target): LiveLayout['layout'] =>
  id === null || version === null ? null : { id, version, name: name ?? '' };

/** For the audit log; nothing for the default theme. */
const nameOf = (target: Target | undefined): Readonly<Record<string, unknown>> =>
  target?.name == null ? {} : { name: target.name, version: target.version };

const personOf = (id: string | null, name: string | null): LayoutSummary['changedBy'] =>
  id === null ? null : { id, displayName: name ?? '' };

const summaryOf = (row: LayoutRow): LayoutSummary => ({
  id: row.id,
  name: row.name,
  liveVersion: row.live_version,
  lastVersion: row.last_version,
  isChanged: row.hash !== row.last_hash,
  changedAt: row.changed_at.toISOString(),
  changedBy: personOf(row.changed_by, row.changer),
});

const versionOf = (row: VersionRow): LayoutVersion => ({
  version: row.version,
  at: row.at.toISOString(),
  author: personOf(row.author_id, row.author_name),
  note: row.note,
});

const lineOf = (text: string): string => String(normaliseLine(text));

/** @throws ValidationProblem */
async function sourceOfHtml(html: string): Promise<LayoutSource> {
  const source = await importedLayout(html).catch((error: unknown) => {
    throw error instanceof TooMuchHtml ? ValidationProblem.at('html', error.problem) : error;
  });
  const { html: most, bodyAttributes, code } = LAYOUT_LIMITS;
  const limits = { head: most, bodyAttributes, header: most, footer: most, css: code, js: code };
  const part = LAYOUT_PANES.find((pane) => source[pane].length > limits[pane]);
  if (part) throw ValidationProblem.at('html', LAYOUT_MESSAGES.partTooLong({ part, limit: limits[part] }));
  return source;
}

/** With the line ends that browsers read: hashes of inline scripts are made of these. */
const normalised = (source: LayoutSource): LayoutSource =>
  Object.fromEntries(
    LAYOUT_PANES.map((pane) => [pane, source[pane].replaceAll(/\r\n?/g, '\n')]),
  ) as LayoutSource; // made of its own members

/** The difference of two layouts for the audit log: removed and added lines of each pane that changed. */
function changedLines(
  before: LayoutSource,
  after: LayoutSource,
): { readonly before: object; readonly after: object } {
  const panes = LAYOUT_PANES.filter((pane) => before[pane] !== after[pane]).map((pane) => {
    const [old, now] = [before[pane].split('\n'), after[pane].split('\n')];
    const common = commonPlaces(old, now);
    const [kept, same] = [new Set(common.map(([place]) => place)), new Set(common.map(([, place]) => place))];
    const removed = old.filter((_line, place) => !kept.has(place)).slice(0, AUDITED_LINES);
    const added = now.filter((_line, place) => !same.has(place)).slice(0, AUDITED_LINES);
    return { pane, removed, added };
  });
  return {
    before: Object.fromEntries(panes.map(({ pane, removed }) => [pane, removed])),
    after: Object.fromEntries(panes.map(({ pane, added }) => [pane, added])),
  };
}
