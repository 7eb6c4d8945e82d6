import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CDN_TEXTS, type CdnFailure, type CdnProviderName, type PurgeAnswer } from '@sitedesk/contract/cdn';
import { type Message, storedCode } from '@sitedesk/contract/messages';
import { EntityManager } from 'typeorm';
import { PublicSiteService } from '../../content/site/public-site.service.js';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import type { Attempt, Job, Settled } from '../../platform/jobs/job-kind.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { isUnusable } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { CdnError, type CdnProvider, type PurgeCall } from './cdn-provider.js';
import { CdnProviders } from './cdn-providers.js';
import { type CdnSettings, readCdnSettings } from './cdn-settings.js';
import { emptyBudget, lockBudget, takeFromBudget } from './purge-budget.js';
import { addJob, CDN_PURGE, CDN_VERIFY, type PurgeRow } from './purge-rows.js';

/** Purges of one batch. */
const BATCH = 500;
/** After so many hours a service that fails has failed. */
const GIVE_UP_HOURS = 24;
/** Attempts after which a service that nobody understands has failed. */
const MOST_GARBAGE = 6;
/** Seconds after the first failure; the hold of a target doubles them. */
const FIRST_HOLD_SECONDS = 5;
/** Until a person does something: ten years. */
const UNTIL_CHANGED_SECONDS = 315_360_000;

/** Everything that a site has waiting, or what an earlier attempt of the same job has begun. */
const CLAIM = `SELECT * FROM cdn_purge
  WHERE tenant_id = $1 AND (batch = $2 AND state IN ('waiting', 'sent') OR batch IS NULL AND state = 'waiting')
  ORDER BY created_at, id LIMIT ${BATCH} FOR UPDATE`;

/** After that the service is no longer asked how far it is: someone looks anyway. */
const ASKED_FOR_MS = 3_600_000;

const ACCEPT = `UPDATE cdn_purge SET batch = $4, accepted_at = now(), rest = '{}', answers = answers || $6::jsonb,
    state = CASE WHEN $5::boolean THEN 'working' WHEN cardinality(pages) > 0 THEN 'accepted' ELSE 'unchecked' END,
    failure = NULL, error = NULL, error_code = NULL
  WHERE tenant_id = $1 AND batch = $2 AND id = ANY($3) AND state = 'sent'`;

const KEEP_REST = `UPDATE cdn_purge p SET state = 'waiting', batch = NULL, rest = x.rest,
    answers = CASE WHEN jsonb_array_length(answers) > 20 THEN answers ELSE answers || $4::jsonb END
  FROM json_to_recordset($3) AS x (id uuid, rest text[])
  WHERE p.tenant_id = $1 AND p.batch = $2 AND p.id = x.id AND p.state = 'sent'`;

const UNDERWAY = `SELECT 1 FROM job
  WHERE tenant_id = $1 AND target = '${CDN_VERIFY}' AND data IS NOT NULL AND state IN ('queued', 'running') LIMIT 1`;

/** A job that is given up takes its purges along, and brings them back when someone retries it. */
const EFFECTS = [
  `UPDATE cdn_purge p SET state = 'failed' FROM settled s
    WHERE p.tenant_id = s.tenant_id AND p.batch = s.id AND s.state = 'dead' AND p.state IN ('waiting', 'sent')`,
  `UPDATE cdn_purge p SET state = 'waiting' FROM settled s
    WHERE p.tenant_id = s.tenant_id AND p.batch = s.id AND s.state = 'queued' AND p.state = 'failed'`,
];

/** What to send, or how long to wait. */
type Claimed = { readonly wait: number } | Batch;

/** What goes together, and with what requests. */
interface Batch {
  readonly rows: readonly PurgeRow[];
  readonly calls: readonly PurgeCall[];
  /** Where the budget, or the service, doesn't take all of it at once, what is left follows. */
  readonly isPart: boolean;
}

/** What the service was asked for. */
interface Sent {
  readonly rows: readonly PurgeRow[];
  readonly sent: readonly PurgeCall[];
  readonly answers: readonly PurgeAnswer[];
  /** With what to ask how far it is with the last of it. */
  readonly handle: string | undefined;
}

/** What it takes to ask a site's service. */
interface Access {
  readonly name: CdnProviderName;
  readonly provider: CdnProvider;
  readonly settings: CdnSettings;
  readonly origin: string;
}

/** Sends what waits, all of a site together and never more than its budget allows. */
@Injectable()
export class PurgeSenderService implements OnModuleInit {
  constructor(
    private readonly jobs: JobsService,
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly publicSite: PublicSiteService,
    private readonly providers: CdnProviders,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      kind: CDN_PURGE,
      target: { name: CDN_PURGE, fingerprint: (tenantId) => this.fingerprint(tenantId) },
      giveUpAfterHours: GIVE_UP_HOURS,
      effects: EFFECTS,
      run: (job) => this.send(job),
      settled: (job, attempt, result) => this.settled(job, attempt, result),
    });
  }

  private async send(job: Job): Promise<Attempt> {
    const { tenantId } = job;
    try {
      const access = await this.access(tenantId);
      if (!access) {
        await this.forgetAll(tenantId);
        return { outcome: 'done' };
      }
      const claimed = await this.claim(job, access);
      if ('wait' in claimed) return { outcome: 'retry', retryInSeconds: claimed.wait, uncounted: true };
      if (claimed.rows.length === 0) return { outcome: 'done' };
      return await this.ask(job, access, claimed);
    } catch (error) {
      if (error instanceof CdnError) return this.failed(job, error, undefined);
      throw error;
    }
  }

  /** @returns undefined where the site has no CDN; @throws CdnError where the settings don't do */
  private async access(tenantId: string): Promise<Access | undefined> {
    let settings: CdnSettings;
    let origin: string | null;
    try {
      settings = await this.settings.read(tenantId, readCdnSettings);
      origin = await this.publicSite.origin(tenantId);
    } catch (error) {
      if (isUnusable(error)) throw new CdnError('configuration', error.fault);
      throw error;
    }
    const { provider: name } = settings;
    if (name === undefined) return undefined;
    const provider = this.providers.get(name);
    if (!provider.isComplete(settings)) throw new CdnError('configuration', CDN_TEXTS.incomplete);
    if (origin === null) throw new CdnError('configuration', CDN_TEXTS.noPublicUrl);
    return { name, provider, settings, origin };
  }

  private claim({ id, tenantId }: Job, { name, provider, settings, origin }: Access): Promise<Claimed> {
    return this.manager.transaction(async (manager): Promise<Claimed> => {
      const rows: readonly PurgeRow[] = await manager.query(CLAIM, [tenantId, id]);
      const [oldest] = rows;
      if (!oldest) return { rows, calls: [], isPart: false };
      if (provider.isOneAtATime && (await isUnderway(manager, tenantId)))
        return { wait: settings.collectSeconds };
      const work = {
        urls: [...new Set(rows.flatMap(({ rest, addresses }) => rest ?? addresses))].map(
          (path) => `${origin}${path}`,
        ),
        tags: [...new Set(rows.flatMap(({ tags }) => tags))],
        site: rows.some(({ scope }) => scope === 'site'),
      };
      const { host } = new URL(origin);
      const budget = provider.budget(settings);
      const credential = provider.credential(settings);
      const left = await lockBudget(manager, credential, budget);
      // Of a burst, the last change still has a request left: with little in hand, more is collected.
      const window = settings.collectSeconds * (left < budget.burst / 2 ? 2 : 1);
      const patience = rows.some(({ reason }) => reason === 'manual') ? 0 : window;
      const waited = (Date.now() - oldest.created_at.getTime()) / 1_000;
      if (waited < patience && rows.length < BATCH) return { wait: patience - waited };
      const plan = provider.plan(settings, work, host);
      const isTooDear = settings.mayClearAll && plan.calls.length > budget.burst;
      const wanted = isTooDear ? provider.plan(settings, { ...work, site: true }, host).calls : plan.calls;
      if (left < 1) return { wait: (1 - left) / budget.perSecond };
      const calls = wanted.slice(0, provider.isOneAtATime ? 1 : Math.floor(left));
      await takeFromBudget(manager, credential, budget, calls.length);
      await manager.query(
        `UPDATE cdn_purge SET state = 'sent', batch = $2, provider = $4, collapsed = $5 WHERE tenant_id = $1 AND id = ANY($3)`,
        [tenantId, id, rows.map((row) => row.id), name, isTooDear ? 'budget' : plan.collapsed],
      );
      return { rows, calls, isPart: calls.length < wanted.length };
    });
  }

  private async ask(job: Job, access: Access, { rows, calls, isPart }: Batch): Promise<Attempt> {
    const { provider, settings } = access;
    const reference = [job.id, ...rows.map(({ id, rest }) => `${id} ${rest?.length}`)].join(' ');
    const answers: PurgeAnswer[] = [];
    const sent: PurgeCall[] = [];
    let handle: string | undefined;
    try {
      for (const call of calls) {
        const reply = await provider.purge(settings, call, reference);
        answers.push(reply.answer);
        sent.push(call);
        handle = reply.handle;
      }
    } catch (error) {
      if (!(error instanceof CdnError)) throw error;
      if (sent.length > 0)
        await this.accepted(job, access, { rows, sent, answers: answers.splice(0), handle });
      if (error.options.answer) answers.push(error.options.answer);
      await this.noteFailure(job, answers, error);
      return this.failed(job, error, access);
    }
    await this.accepted(job, access, { rows, sent, answers, handle });
    // What came in the meantime has jobs of its own, unless there was too much of it.
    return rows.length < BATCH && !isPart
      ? { outcome: 'done' }
      : { outcome: 'retry', retryInSeconds: 0, heals: true, uncounted: true };
  }

  /** What the service was asked for is its business now; what is left of a purge waits again. */
  private async accepted(
    { id, tenantId }: Job,
    { name, settings, origin }: Access,
    { rows, sent, answers, handle }: Sent,
  ): Promise<void> {
    // A batch of its own for the looks: the job may go on to send what is left.
    const batch = newId();
    const [first = 1] = settings.checkSeconds;
    const left = leftOf(rows, sent, origin);
    const done = rows.filter((row) => !left.has(row.id)).map((row) => row.id);
    const rest = [...left].map(([rowId, addresses]) => ({ id: rowId, rest: addresses }));
    const until = Date.now() + ASKED_FOR_MS;
    const underway = handle === undefined ? undefined : { provider: name, handle, until };
    await this.manager.transaction(async (manager) => {
      await manager.query(ACCEPT, [tenantId, id, done, batch, handle !== undefined, JSON.stringify(answers)]);
      if (rest.length > 0)
        await manager.query(KEEP_REST, [tenantId, id, JSON.stringify(rest), JSON.stringify(answers)]);
      if (done.length === 0 && handle === undefined) return;
      await addJob(manager, tenantId, {
        id: newId(),
        kind: CDN_VERIFY,
        subject: batch,
        seconds: first,
        underway,
      });
    });
  }

  private async noteFailure(
    { id, tenantId }: Job,
    answers: readonly PurgeAnswer[],
    { failure, reason }: CdnError,
  ): Promise<void> {
    await this.manager.query(
      `UPDATE cdn_purge SET state = 'waiting', failure = $3, error = $4, error_code = $5::jsonb,
         answers = CASE WHEN jsonb_array_length(answers) > 20 THEN answers ELSE answers || $6::jsonb END
       WHERE tenant_id = $1 AND batch = $2 AND state = 'sent'`,
      [tenantId, id, failure, reason.text, storedCode(reason), JSON.stringify(answers)],
    );
  }

  /** What the failure means for this job, and for the others of the site. */
  private async failed(job: Job, error: CdnError, access: Access | undefined): Promise<Attempt> {
    const { failure, reason, options } = error;
    if (failure === 'bad-request' || options.isFinal) return { outcome: 'dead', error: reason, heals: true };
    if (failure === 'garbage' && job.attempts >= MOST_GARBAGE) return { outcome: 'dead', error: reason };
    const { retryAfter } = options;
    if (retryAfter !== undefined && access) {
      const { provider, settings } = access;
      await emptyBudget(this.manager, provider.credential(settings), provider.budget(settings), retryAfter);
    }
    const fingerprint = (await this.fingerprint(job.tenantId)) ?? '';
    const atLeast = {
      refused: UNTIL_CHANGED_SECONDS,
      configuration: UNTIL_CHANGED_SECONDS,
      throttled: retryAfter ?? 0,
    };
    const hold = {
      fingerprint,
      kind: failure,
      detail: reason,
      first: failure === 'throttled' ? 0 : FIRST_HOLD_SECONDS,
      atLeast: holdSeconds(failure, atLeast),
    };
    return { outcome: 'retry', error: reason, hold, retryInSeconds: 0, uncounted: failure !== 'garbage' };
  }

  /** Without a CDN there is nothing to purge. */
  private async forgetAll(tenantId: string): Promise<void> {
    const reason: Message = CDN_TEXTS.off;
    await this.manager.query(
      `UPDATE cdn_purge SET state = 'forgotten', error = $2, error_code = $3::jsonb WHERE tenant_id = $1 AND state = 'waiting'`,
      [tenantId, reason.text, storedCode(reason)],
    );
  }

  private async fingerprint(tenantId: string): Promise<string | undefined> {
    try {
      const { fingerprint } = await this.settings.read(tenantId, readCdnSettings);
      return `${fingerprint} ${await this.publicSite.origin(tenantId)}`;
    } catch (error) {
      if (isUnusable(error)) return undefined;
      throw error;
    }
  }

  private settled(job: Job, { outcome, error, hold }: Attempt, { beganHold }: Settled): void {
    const fields = { tenantId: job.tenantId, jobId: job.id, attempt: job.attempts, detail: error?.text };
    if (outcome === 'dead') this.log.error({ event: 'cdn.purge_failed', ...fields });
    if (beganHold) this.log.warn({ event: 'cdn.held', ...fields, kind: hold?.kind });
  }
}

const holdSeconds = (failure: CdnFailure, seconds: Partial<Record<CdnFailure, number>>): number =>
  seconds[failure] ?? 0;

async function isUnderway(manager: EntityManager, tenantId: string): Promise<boolean> {
  const found: unknown[] = await manager.query(UNDERWAY, [tenantId]);
  return found.length > 0;
}

/** Addresses that requests didn't cover, by purge; none of what is done. */
function leftOf(
  rows: readonly PurgeRow[],
  sent: readonly PurgeCall[],
  origin: string,
): ReadonlyMap<string, readonly string[]> {
  if (sent.some(({ kind }) => kind === 'site')) return new Map();
  const covered = new Set(sent.flatMap(({ covers }) => covers));
  return new Map(
    rows.flatMap(({ id, rest, addresses, tags }): [string, readonly string[]][] => {
      const left = (rest ?? addresses).filter((address) => !covered.has(`${origin}${address}`));
      return left.length === 0 && tags.every((tag) => covered.has(tag)) ? [] : [[id, left]];
    }),
  );
}
