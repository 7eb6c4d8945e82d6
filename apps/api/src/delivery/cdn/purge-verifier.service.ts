import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CDN_LIMITS, CDN_TEXTS, type PurgeLook } from '@sitedesk/contract/cdn';
import { storedCode } from '@sitedesk/contract/messages';
import { EntityManager } from 'typeorm';
import { PublicSiteService } from '../../content/site/public-site.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import type { Attempt, Job } from '../../platform/jobs/job-kind.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { isUnusable } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { CdnError, type PurgeProgress } from './cdn-provider.js';
import { CdnProviders } from './cdn-providers.js';
import { readCdnSettings } from './cdn-settings.js';
import { CDN_VERIFY, type PurgeRow, sendSoon, type Underway } from './purge-rows.js';

/** Pages that are fetched at the same time. */
const AT_ONCE = 8;
/** How often a purge is sent again because the old version is still there. */
const MOST_REPEATS = 2;
/** Looks that are kept of a purge. */
const KEPT_LOOKS = 30;
const LIMITS = {
  connectMs: 5_000,
  firstByteMs: 10_000,
  idleMs: 5_000,
  totalMs: 20_000,
  maxBytes: 8 * 1024 * 1024,
};

/** What visitors should get at addresses now. The address of an application leads to the one with a slash, which has its files. */
const EXPECTED = `SELECT x.path,
    CASE WHEN ap.live_deployment IS NOT NULL AND NOT l.hidden
           THEN CASE WHEN l.path = x.path THEN 'moved' ELSE ap.number || '.' || ap.live_deployment END
         WHEN l.path <> x.path THEN 'gone'
         WHEN l.kind = 'page' AND NOT l.hidden THEN p.number || '.' || p.version
         WHEN l.kind = 'redirect' OR EXISTS (SELECT FROM redirect_rule r WHERE r.tenant_id = $1
           AND (r.path = x.path OR r.with_below AND starts_with(x.path, r.path || '/'))) THEN 'moved' ELSE 'gone' END AS mark
  FROM unnest($2::text[]) AS x (path)
  LEFT JOIN live_page l ON l.tenant_id = $1 AND (l.path = x.path OR l.path || '/' = x.path AND l.path = rtrim(x.path, '/'))
  LEFT JOIN application ap ON ap.tenant_id = $1 AND ap.number = l.number AND l.kind = 'page'
  LEFT JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id`;

/** The service is through with a batch, or has failed. */
const THROUGH = `UPDATE cdn_purge SET answers = answers || $4::jsonb, error = $5, error_code = $6::jsonb,
    failure = CASE WHEN $3::boolean THEN 'service' END,
    state = CASE WHEN $3::boolean THEN 'failed' WHEN cardinality(pages) > 0 THEN 'accepted' ELSE 'unchecked' END
  WHERE tenant_id = $1 AND batch = $2 AND state = 'working'`;

const FORGET_OLD = `DELETE FROM cdn_purge WHERE id IN (SELECT id FROM cdn_purge
  WHERE tenant_id = $1 AND created_at < now() - interval '${CDN_LIMITS.keptDays} days' AND state NOT IN ('waiting', 'sent', 'working')
  ORDER BY created_at LIMIT 500)`;

/** A look, or why nobody could. */
type Seen = PurgeLook | OutboundError;

/**
 * Fetches the public addresses of accepted purges, as visitors do, and compares the version there with what is live: a service that
 * has accepted a purge may still hand out the old page.
 */
@Injectable()
export class PurgeVerifierService implements OnModuleInit {
  constructor(
    private readonly jobs: JobsService,
    private readonly manager: EntityManager,
    private readonly outbound: OutboundService,
    private readonly settings: SettingsService,
    private readonly publicSite: PublicSiteService,
    private readonly providers: CdnProviders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      kind: CDN_VERIFY,
      target: { name: CDN_VERIFY, fingerprint: () => Promise.resolve('') },
      run: (job) => this.verify(job),
    });
  }

  private async verify(job: Job): Promise<Attempt> {
    const { tenantId, subjectId, attempts } = job;
    const underway = underwayOf(job.data);
    if (underway) return this.ask(job, underway);
    await this.manager.query(FORGET_OLD, [tenantId]);
    const rows: readonly PurgeRow[] = await this.manager.query(
      `SELECT * FROM cdn_purge WHERE tenant_id = $1 AND batch = $2 AND state = 'accepted'`,
      [tenantId, subjectId],
    );
    const origin = await this.originOf(tenantId);
    if (rows.length === 0) return { outcome: 'done' };
    const schedule = await this.scheduleOf(tenantId);
    const now = schedule[attempts - 1];
    const next = schedule[attempts];
    const isLast = now === undefined || next === undefined;
    const seen = origin === null ? new Map<string, Seen>() : await this.look(tenantId, origin, rows);
    let open = 0;
    for (const row of rows) if (await this.settle(tenantId, row, seen, isLast)) open += 1;
    if (open === 0 || isLast) return { outcome: 'done' };
    return { outcome: 'retry', retryInSeconds: next - now };
  }

  /** Asks the service whether it is through. Once it is, or can't say, someone looks. */
  private async ask({ id, tenantId, subjectId }: Job, underway: Underway): Promise<Attempt> {
    const [first = 1] = await this.scheduleOf(tenantId);
    const progress = await this.progressOf(tenantId, underway);
    if (progress.state === 'working' && this.clock.now() < underway.until)
      return { outcome: 'retry', retryInSeconds: progress.wait ?? first, uncounted: true };
    const isFailed = progress.state === 'failed';
    await this.manager.transaction(async (manager) => {
      await manager.query('UPDATE job SET data = NULL WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
      await manager.query(THROUGH, [
        tenantId,
        subjectId,
        isFailed,
        progress.answer ? JSON.stringify([progress.answer]) : '[]',
        progress.reason?.text ?? null,
        storedCode(progress.reason),
      ]);
    });
    return isFailed
      ? { outcome: 'done' }
      : { outcome: 'retry', retryInSeconds: first, uncounted: true, heals: true };
  }

  /** A service that can't be asked now can be asked later. */
  private async progressOf(
    tenantId: string,
    { provider: name, handle }: Underway,
  ): Promise<Partial<Pick<PurgeProgress, 'answer' | 'wait' | 'reason'>> & Pick<PurgeProgress, 'state'>> {
    const settings = await this.readable(() => this.settings.read(tenantId, readCdnSettings));
    const provider = this.providers.get(name);
    if (settings?.provider !== name || !provider.progress) return { state: 'done' };
    try {
      return await provider.progress(settings, handle);
    } catch (error) {
      if (!(error instanceof CdnError)) throw error;
      return { state: 'working', wait: error.options.retryAfter };
    }
  }

  /** @returns whether it is to be looked at again */
  private async settle(
    tenantId: string,
    row: PurgeRow,
    seen: ReadonlyMap<string, Seen>,
    isLast: boolean,
  ): Promise<boolean> {
    const found = row.pages.flatMap((page) => seen.get(page) ?? []);
    const looks = found.filter((each): each is PurgeLook => !(each instanceof OutboundError));
    const trouble = found.find((each) => each instanceof OutboundError);
    await this.manager.query(
      `UPDATE cdn_purge SET looks = CASE WHEN jsonb_array_length(looks) > ${KEPT_LOOKS} THEN looks ELSE looks || $3::jsonb END
       WHERE tenant_id = $1 AND id = $2`,
      [tenantId, row.id, JSON.stringify(looks)],
    );
    if (looks.length === row.pages.length && looks.every(({ isNew }) => isNew)) {
      await this.end(tenantId, row, `state = 'live', live_at = now()`);
      return false;
    }
    // Something in between forbids it: time changes nothing about that.
    if (!isLast && trouble?.kind !== 'refused') return true;
    if (trouble || looks.length === 0) {
      const error = trouble ? CDN_TEXTS.cannotLook({ reason: trouble.fault }) : CDN_TEXTS.noPublicUrl;
      await this.end(tenantId, row, `state = 'unchecked', error = $3, error_code = $4::jsonb`, [
        error.text,
        storedCode(error),
      ]);
    } else if (row.repeats >= MOST_REPEATS) await this.end(tenantId, row, `state = 'old'`);
    else await this.repeat(tenantId, row);
    return false;
  }

  private async end(
    tenantId: string,
    { id }: PurgeRow,
    change: string,
    values: readonly unknown[] = [],
  ): Promise<void> {
    await this.manager.query(
      `UPDATE cdn_purge SET ${change} WHERE tenant_id = $1 AND id = $2 AND state = 'accepted'`,
      [tenantId, id, ...values],
    );
  }

  /** A request that was answered while the purge ran can have put the old page into the cache again. */
  private async repeat(tenantId: string, row: PurgeRow): Promise<void> {
    const settings = await this.readable(() => this.settings.read(tenantId, readCdnSettings));
    await this.manager.transaction(async (manager) => {
      await manager.query(
        `UPDATE cdn_purge SET state = 'waiting', batch = NULL, rest = NULL, repeats = repeats + 1
         WHERE tenant_id = $1 AND id = $2 AND state = 'accepted'`,
        [tenantId, row.id],
      );
      // With what has changed since, which may be why the page isn't the one that is live now.
      await sendSoon(manager, tenantId, settings?.collectSeconds ?? 0);
    });
  }

  /** Each page once. */
  private async look(
    tenantId: string,
    origin: string,
    rows: readonly PurgeRow[],
  ): Promise<ReadonlyMap<string, Seen>> {
    const paths = [...new Set(rows.flatMap(({ pages }) => pages))];
    const live: readonly { readonly path: string; readonly mark: string }[] = await this.manager.query(
      EXPECTED,
      [tenantId, paths],
    );
    const expected = new Map(live.map(({ path, mark }) => [path, mark]));
    for (const { marks } of rows) for (const [path, mark] of Object.entries(marks)) expected.set(path, mark);
    const seen = new Map<string, Seen>();
    const waiting = paths.values();
    const worker = async (): Promise<void> => {
      for (const path of waiting)
        seen.set(path, await this.fetch(`${origin}${encodeURI(path)}`, expected.get(path) ?? 'gone'));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return seen;
  }

  private async fetch(url: string, expected: string): Promise<Seen> {
    try {
      const { status, headers } = await this.outbound.fetch({
        url,
        guarded: true,
        headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Encoding': 'gzip, br' },
        limits: LIMITS,
      });
      const mark = text(headers['x-content-version']);
      return {
        at: new Date(this.clock.now()).toISOString(),
        url,
        status,
        expected,
        seen: status === 200 ? (mark ?? '') : String(status),
        isNew: isAsExpected(status, mark, expected),
        cache: text(headers['cf-cache-status'] ?? headers['x-cache'] ?? headers['x-sucuri-cache']),
        age: text(headers['age']),
        place: text(headers['cf-ray'] ?? headers['x-amz-cf-pop'] ?? headers['x-azure-ref']),
      };
    } catch (error) {
      if (error instanceof OutboundError) return error;
      throw error;
    }
  }

  private async scheduleOf(tenantId: string): Promise<readonly number[]> {
    return (await this.readable(() => this.settings.read(tenantId, readCdnSettings)))?.checkSeconds ?? [1];
  }

  private async originOf(tenantId: string): Promise<string | null> {
    return (await this.readable(() => this.publicSite.origin(tenantId))) ?? null;
  }

  private async readable<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (isUnusable(error)) return undefined;
      throw error;
    }
  }
}

function underwayOf(data: unknown): Underway | undefined {
  if (typeof data !== 'object' || data === null || !('handle' in data)) return undefined;
  return data as Underway; // only the sender writes it
}

const MOVED = new Set([301, 302, 307, 308]);
const GONE = new Set([404, 410]);

function isAsExpected(status: number, mark: string | null, expected: string): boolean {
  if (expected === 'gone') return GONE.has(status);
  if (expected === 'moved') return MOVED.has(status) || GONE.has(status);
  return status === 200 && mark === expected;
}

/** A header as it is stored: one, and not long. */
const text = (header: string | readonly string[] | undefined): string | null =>
  header === undefined ? null : String(header).slice(0, 100);
