import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  AZURE_CLASSIC_ENDS,
  CDN_FAILURES,
  CDN_LIMITS,
  CDN_TEXTS,
  type CdnCheck,
  type CdnState,
  type CdnView,
  type PurgeDetails,
  type PurgeEntry,
  type PurgeReceipt,
} from '@sitedesk/contract/cdn';
import type { PurgeDto, PurgeListDto } from '@sitedesk/contract/cdn.dto';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { storedMessage, worded } from '@sitedesk/contract/messages';
import { EntityManager } from 'typeorm';
import { siteTag } from '../../content/site/page-answers.js';
import { PublicSiteService } from '../../content/site/public-site.service.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { requireRecentSignIn } from '../../platform/http/access-refusals.js';
import { Versioned } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext, RequestContext } from '../../platform/http/request-context.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { SettingEditorService } from '../../platform/settings/setting-editor.service.js';
import { SettingOverviewService } from '../../platform/settings/setting-overview.service.js';
import { attempt, isUnusable } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { CdnError, type CdnProvider } from './cdn-provider.js';
import { CdnProviders } from './cdn-providers.js';
import { CDN_GROUP, type CdnSettings, readCdnSettings } from './cdn-settings.js';
import { PurgeQueueService } from './purge-queue.service.js';
import { CDN_PURGE, detailsOf, entryOf, type PurgeRow, sendNow } from './purge-rows.js';

/** Rows that are counted at most. */
const COUNTED = 1_000;
/** Purges that tell how long it takes. */
const MEASURED = 500;
const FAR = 86_400_000 * 365;

const count = (states: string): string => `(SELECT count(*)::int FROM (SELECT FROM cdn_purge
  WHERE tenant_id = $1 AND state IN (${states}) LIMIT ${COUNTED}) counted)`;
const STATE = `SELECT ${count(`'waiting', 'sent'`)} AS waiting, ${count(`'failed'`)} AS failed,
  (SELECT min(created_at) FROM (SELECT created_at FROM cdn_purge WHERE tenant_id = $1 AND state = 'waiting' ORDER BY created_at LIMIT 1) w) AS oldest,
  (SELECT max(accepted_at) FROM (SELECT accepted_at FROM cdn_purge WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT 100) a) AS accepted,
  (SELECT coalesce(json_agg(p ORDER BY p.purges DESC), '[]') FROM (
     SELECT provider, count(*)::int AS purges, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)) AS median,
       round(percentile_cont(0.95) WITHIN GROUP (ORDER BY ms)) AS p95
     FROM (SELECT provider, 1000 * extract(epoch FROM live_at - created_at)::float8 AS ms
       FROM cdn_purge WHERE tenant_id = $1 AND state = 'live' AND reason <> 'sample' ORDER BY created_at DESC, id DESC LIMIT ${MEASURED}) l
     GROUP BY provider) p) AS "liveAfter"`;

/** The CDN of a site: its settings, how it goes, and purges that people ask for. */
@Injectable()
export class CdnService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly editor: SettingEditorService,
    private readonly overview: SettingOverviewService,
    private readonly publicSite: PublicSiteService,
    private readonly providers: CdnProviders,
    private readonly queue: PurgeQueueService,
    private readonly jobs: JobStore,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async view(tenantId: string): Promise<Versioned<CdnView>> {
    const group = await this.overview.group(tenantId, CDN_GROUP);
    return new Versioned({ ...group, state: await this.state(tenantId) }, group.version);
  }

  /** @throws ValidationProblem naming each field, VersionConflict */
  async save(
    context: RequestContext,
    version: number,
    values: Readonly<Record<string, string | null>>,
  ): Promise<Versioned<CdnView>> {
    await this.editor.save(context, { group: CDN_GROUP, version, values, kind: 'save' });
    return this.view(context.tenantId);
  }

  /** Whether the service answers and accepts the credentials, without any effect. @throws WrongState */
  async check(tenantId: string): Promise<CdnCheck> {
    const { provider, settings } = await this.requireProvider(tenantId);
    const steps = await provider.check(settings);
    return { ok: steps.every(({ outcome }) => outcome !== 'failed'), steps };
  }

  /** The newest first. */
  async list(tenantId: string, { state, limit, cursor }: PurgeListDto): Promise<Page<PurgeEntry>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [tenantId, size + 1];
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['instant', 'id']);
    const conditions = ['tenant_id = $1'];
    if (state !== undefined) conditions.push(`state = $${values.push(state)}`);
    if (after) {
      const [at, id] = after;
      conditions.push(`(created_at, id) < ($${values.push(new Date(Number(at)))}, $${values.push(id)})`);
    }
    // Cursors count milliseconds, so that is how rows are created.
    const rows: PurgeRow[] = await this.manager.query(
      `SELECT * FROM cdn_purge WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT $2`,
      values,
    );
    return pageOf(rows, size, entryOf, (row) => [row.created_at.getTime(), row.id]);
  }

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<PurgeDetails> {
    return detailsOf(await this.find(this.manager, tenantId, id));
  }

  /** Purges what someone names. @throws ValidationProblem, WrongState, RecentSignInMissing for everything */
  async purge(context: CallerContext, input: PurgeDto): Promise<PurgeReceipt> {
    const { tenantId, actor } = context;
    const { provider, settings } = await this.requireProvider(tenantId);
    const origin = await this.publicSite.origin(tenantId);
    if (origin === null) throw new WrongState(CDN_TEXTS.noPublicUrl);
    const { urls, tags = [], all = false, dryRun = false } = input;
    if ([urls !== undefined, input.tags !== undefined, all].filter(Boolean).length !== 1)
      throw ValidationProblem.at('urls', CDN_TEXTS.oneKind);
    if (tags.length > 0 && !provider.hasTags(settings))
      throw ValidationProblem.at('tags', CDN_TEXTS.tagsUnsupported);
    const { host } = new URL(origin);
    const addresses = [...new Set((urls ?? []).map((url, index) => addressOf(url, origin, `urls.${index}`)))];
    const work = { urls: addresses.map((address) => `${origin}${address}`), tags, site: all };
    const requests = provider
      .plan(settings, work, host)
      .calls.map(({ kind, names }) => ({ kind, count: names.length }));
    if (dryRun) {
      this.auditLog.leaveOut(context);
      return { id: null, requests };
    }
    if (all) {
      requireRecentSignIn(context.caller, this.clock.now());
      if (input.confirm?.trim().toLowerCase() !== host)
        throw ValidationProblem.at('confirm', CDN_TEXTS.confirm({ host }));
    }
    const id = await this.manager.transaction(async (manager) => {
      if (all) await requireNotTooSoon(manager, tenantId);
      const [purgeId] = await this.queue.enqueue(manager, tenantId, [
        {
          reason: 'manual',
          scope: all ? 'site' : tags.length > 0 ? 'tags' : 'addresses',
          addresses,
          tags,
          pages: await livePages(manager, tenantId, addresses),
          actor: actor.label,
        },
      ]);
      const target = { kind: 'cdn-purge', id: purgeId ?? '' };
      const after = { all, tags, addresses: addresses.slice(0, 20), count: addresses.length };
      await this.auditLog.record(context, { action: 'cdn.purge', target, after }, manager);
      return purgeId ?? null;
    });
    return { id, requests };
  }

  /** Sends a purge again that gave up, or that waits because of a hold. @throws NotFoundException, WrongState */
  async retry(context: RequestContext, id: string): Promise<PurgeDetails> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const { state, batch } = await this.find(manager, tenantId, id, 'FOR UPDATE');
      if (!['failed', 'old', 'unchecked', 'waiting'].includes(state))
        throw new WrongState(CDN_TEXTS.notStopped);
      if (state === 'failed' && batch !== null)
        await manager.query('DELETE FROM job WHERE tenant_id = $1 AND id = $2', [tenantId, batch]);
      // The others of its batch would wait for a job that is gone.
      await manager.query(
        `UPDATE cdn_purge SET state = 'waiting', batch = NULL, repeats = 0, rest = NULL WHERE tenant_id = $1 AND (id = $2 OR state = 'failed' AND batch = $3)`,
        [tenantId, id, batch],
      );
      await sendNow(manager, tenantId);
      await this.jobs.free(manager, tenantId, CDN_PURGE);
      await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.jobs, '']);
      await this.auditLog.record(
        context,
        { action: 'cdn.retry', target: { kind: 'cdn-purge', id } },
        manager,
      );
    });
    return this.get(tenantId, id);
  }

  /** Sends it no more. @throws NotFoundException, WrongState */
  async forget(context: RequestContext, id: string): Promise<PurgeDetails> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const { state, batch } = await this.find(manager, tenantId, id, 'FOR UPDATE');
      if (!['failed', 'old', 'waiting'].includes(state)) throw new WrongState(CDN_TEXTS.notWaiting);
      await manager.query(`UPDATE cdn_purge SET state = 'forgotten' WHERE tenant_id = $1 AND id = $2`, [
        tenantId,
        id,
      ]);
      await manager.query(
        `DELETE FROM job j WHERE tenant_id = $1 AND id = $2 AND state = 'dead'
           AND NOT EXISTS (SELECT FROM cdn_purge p WHERE p.tenant_id = $1 AND p.batch = j.id AND p.state = 'failed')`,
        [tenantId, batch],
      );
      await this.auditLog.record(
        context,
        { action: 'cdn.forget', target: { kind: 'cdn-purge', id } },
        manager,
      );
    });
    return this.get(tenantId, id);
  }

  private async find(manager: EntityManager, tenantId: string, id: string, lock = ''): Promise<PurgeRow> {
    const [row]: PurgeRow[] = await manager.query(
      `SELECT * FROM cdn_purge WHERE tenant_id = $1 AND id = $2 ${lock}`,
      [tenantId, id],
    );
    if (!row) throw new NotFoundException();
    return row;
  }

  /** @throws WrongState */
  private async requireProvider(
    tenantId: string,
  ): Promise<{ readonly provider: CdnProvider; readonly settings: CdnSettings }> {
    try {
      const settings = await this.settings.read(tenantId, readCdnSettings);
      if (settings.provider === undefined) throw new WrongState(CDN_TEXTS.off);
      const provider = this.providers.get(settings.provider);
      if (!provider.isComplete(settings)) throw new WrongState(CDN_TEXTS.incomplete);
      return { provider, settings };
    } catch (error) {
      if (error instanceof CdnError || isUnusable(error)) throw new WrongState(CDN_TEXTS.incomplete);
      throw error;
    }
  }

  private async state(tenantId: string): Promise<CdnState> {
    const values = await this.settings.values(tenantId);
    const settings = attempt(() => values.read(readCdnSettings));
    const publicUrl = await this.publicSite.origin(tenantId).catch(unknownOrigin);
    const [row]: {
      readonly waiting: number;
      readonly failed: number;
      readonly oldest: Date | null;
      readonly accepted: Date | null;
      readonly liveAfter: CdnState['liveAfter'];
    }[] = await this.manager.query(STATE, [tenantId]);
    const hold = await this.manager.findOneBy(JobHold, { tenantId, target: CDN_PURGE });
    const { waiting = 0, failed = 0, oldest = null, accepted = null, liveAfter = [] } = row ?? {};
    const usable = settings instanceof Error ? undefined : settings;
    const provider = usable?.provider ?? null;
    const isClassic = provider === 'azure' && usable?.azure?.product === 'classic';
    return {
      state: stateOf(usable, this.providers, hold !== null),
      provider,
      hasTags: usable !== undefined && provider !== null && this.providers.get(provider).hasTags(usable),
      siteTag: siteTag(tenantId),
      endsOn: isClassic ? AZURE_CLASSIC_ENDS : null,
      waiting,
      failed,
      oldestWaitingAt: oldest?.toISOString() ?? null,
      lastAcceptedAt: accepted?.toISOString() ?? null,
      hold: hold && holdOf(hold, this.clock.now()),
      liveAfter,
      publicUrl,
    };
  }
}

function stateOf(
  settings: CdnSettings | undefined,
  providers: CdnProviders,
  isHeld: boolean,
): CdnState['state'] {
  if (!settings) return 'incomplete';
  if (settings.provider === undefined) return 'off';
  if (!providers.get(settings.provider).isComplete(settings)) return 'incomplete';
  return isHeld ? 'held' : 'active';
}

function holdOf(hold: JobHold, now: number): CdnState['hold'] {
  const until = new Date(hold.heldUntil).getTime();
  return {
    failure: CDN_FAILURES.find((each) => each === hold.kind) ?? 'service',
    since: hold.since.toISOString(),
    nextAttemptAt: until - now > FAR ? null : new Date(until).toISOString(),
    ...worded('detail', storedMessage(hold.detail, hold.detailCode)),
  };
}

function unknownOrigin(error: unknown): null {
  if (isUnusable(error)) return null;
  throw error;
}

/** Path and query, as visitors send them. @throws ValidationProblem for what isn't the site's */
function addressOf(typed: string, origin: string, field: string): string {
  const url = URL.canParse(typed.trim(), origin) ? new URL(typed.trim(), origin) : undefined;
  if (url?.origin !== origin || url.username !== '' || url.password !== '')
    throw ValidationProblem.at(field, CDN_TEXTS.foreignUrl({ host: new URL(origin).host }));
  return url.pathname + url.search;
}

/** Those of the addresses where an article is, or was. */
async function livePages(
  manager: EntityManager,
  tenantId: string,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const paths = addresses.filter((each) => !each.includes('?')).map(decoded);
  const rows: { readonly path: string }[] = await manager.query(
    `SELECT path FROM live_page WHERE tenant_id = $1 AND path = ANY($2) LIMIT ${CDN_LIMITS.looksPerPurge}`,
    [tenantId, paths],
  );
  return rows.map(({ path }) => path);
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address; // no article has such an address
  }
}

/** @throws WrongState */
async function requireNotTooSoon(manager: EntityManager, tenantId: string): Promise<void> {
  // One after the other: two at the same moment would not see each other.
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`cdn-all:${tenantId}`]);
  const last: unknown[] = await manager.query(
    `SELECT 1 FROM cdn_purge WHERE tenant_id = $1 AND reason = 'manual' AND scope = 'site'
       AND created_at > now() - interval '${CDN_LIMITS.allEverySeconds} seconds' LIMIT 1`,
    [tenantId],
  );
  if (last.length > 0) throw new WrongState(CDN_TEXTS.tooSoon({ seconds: CDN_LIMITS.allEverySeconds }));
}
