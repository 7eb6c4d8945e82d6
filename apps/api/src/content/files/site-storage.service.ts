import { Injectable } from '@nestjs/common';
import { storedMessage, worded } from '@sitedesk/contract/messages';
import {
  type SiteStorage,
  SITE_STORAGE_TEXTS as TEXTS,
  type SiteStorageAttention,
  type SiteStorageCode,
  type StorageCheck,
  type StorageNext,
  type StorageView,
} from '@sitedesk/contract/site-storage';
import { setTimeout as sleep } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { newId } from '../../platform/core/id.js';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { Versioned } from '../../platform/http/entity-tag.js';
import { WrongState } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { SettingEditorService } from '../../platform/settings/setting-editor.service.js';
import { SteeringService } from '../../platform/settings/steering.service.js';
import { SettingOverviewService } from '../../platform/settings/setting-overview.service.js';
import { attempt } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { facts, type SystemFinding } from '../../platform/system/run-checks.js';
import { SystemService } from '../../platform/system/system.service.js';
import { BlobStore } from './blob-store.js';
import { bucketProblem } from './bucket-problems.js';
import { type BucketFailure, stepsOf, tryBucket } from './bucket-check.js';
import type { S3Location } from './file-storage.js';
import { S3Store } from './s3-store.js';
import { bucketPlace, FIND_STORAGE, type SiteStorageRow, STORAGE_MOVE } from './site-storage-rows.js';
import { readSiteStorageSettings, STORAGE_GROUP } from './site-storage-settings.js';
import { SiteStores } from './site-stores.js';

/** So far in the future that nobody waits for it. */
const FAR_MS = 86_400_000 * 365;
/** Less than a check of the system may take, which would say nothing of what it waited for. */
const PATIENCE_MS = 2_000;
/** Problems that are shown. */
const SHOWN = 10;

const ADD_JOB = `INSERT INTO job (id, tenant_id, kind, target, data, state, created_at, next_attempt_at)
  SELECT $2, $1, '${STORAGE_MOVE}', '${STORAGE_MOVE}', '{}', 'queued', now(), now()
  WHERE NOT EXISTS (SELECT FROM job WHERE tenant_id = $1 AND target = '${STORAGE_MOVE}' AND kind = '${STORAGE_MOVE}' AND state = 'queued')`;
const BEGIN = `INSERT INTO site_storage (tenant_id, state, location, place, former, former_place, started_at)
  VALUES ($1, 'moving', $2, $3, $4, $5, now())
  ON CONFLICT (tenant_id) DO UPDATE SET state = 'moving', location = $2, place = $3, former = $4, former_place = $5, cursor = '',
    contents = 0, bytes = 0, problems = '[]', run = NULL, job = NULL, started_at = now(), finished_at = NULL, error = NULL,
    error_code = NULL, leftover = NULL`;
const RENEW = `UPDATE site_storage SET location = $2, error = NULL, error_code = NULL WHERE tenant_id = $1`;

/** What the files of a site are to be in, and what moving would do. */
interface Plan {
  readonly row: SiteStorageRow | undefined;
  /** Null for the storage of the server, undefined as long as something is missing. */
  readonly target: S3Location | null | undefined;
  /** Where files are written; null as above. */
  readonly current: S3Location | null;
  readonly next: StorageNext;
  readonly hold: JobHold | null;
}

/** The storage of a site's files: its settings, a check, and the move there. Settings alone change nothing. */
@Injectable()
export class SiteStorageService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly editor: SettingEditorService,
    private readonly overview: SettingOverviewService,
    private readonly blobs: BlobStore,
    private readonly sites: SiteStores,
    private readonly outbound: OutboundService,
    private readonly jobs: JobStore,
    private readonly steering: SteeringService,
    private readonly auditLog: AuditLogService,
    attention: AttentionService,
    system: SystemService,
  ) {
    const rule = { permission: 'cdn.manage', order: 32, to: '/settings/storage', level: 'warning' } as const;
    attention.add<SiteStorageAttention>('storage-move-held', rule, async ({ tenantId }) => {
      const hold = await this.holdOf(tenantId);
      return hold
        ? { detail: storedMessage(hold.detail, hold.detailCode), at: hold.since.toISOString() }
        : undefined;
    });
    system.add('site-storage', 86, (tenantId) => this.look(tenantId));
  }

  async view(tenantId: string): Promise<Versioned<StorageView>> {
    const group = await this.overview.group(tenantId, STORAGE_GROUP);
    return new Versioned({ ...group, storage: await this.state(tenantId) }, group.version);
  }

  /** @throws ValidationProblem naming each field, VersionConflict */
  async save(
    context: RequestContext,
    version: number,
    values: Readonly<Record<string, string | null>>,
  ): Promise<Versioned<StorageView>> {
    await this.editor.save(context, { group: STORAGE_GROUP, version, values, kind: 'save' });
    return this.view(context.tenantId);
  }

  /** Whether the bucket of the settings does what files need. Nothing is left there. @throws WrongState */
  async check(tenantId: string): Promise<StorageCheck> {
    const { target } = await this.plan(this.manager, tenantId);
    if (!target) throw new WrongState(TEXTS.incomplete);
    const failure = await tryBucket(this.blobs, new S3Store(target, this.outbound));
    return { ok: failure === undefined, steps: stepsOf(failure) };
  }

  /** Moves the files to where the settings say, or continues doing so. @throws WrongState, and what SteeringService throws */
  async move(context: RequestContext): Promise<SiteStorage> {
    const { tenantId } = context;
    this.steering.require(context, 'files');
    const { target, next, row } = await this.plan(this.manager, tenantId);
    if (target === undefined || next === 'incomplete') throw new WrongState(TEXTS.incomplete);
    if (next === 'none') throw new WrongState(TEXTS.nothing);
    if (next === 'wait') throw new WrongState(TEXTS.wait);
    // Keys in the bucket begin with the ID: deleting what was moved must not reach what is there.
    if (target?.prefix.includes(tenantId)) throw new WrongState(TEXTS.siteId);
    if (target && next !== 'continue') {
      const failure = await this.tryAsNew(tenantId, target, next);
      if (failure) throw new WrongState(TEXTS.checkFailed({ reason: failure.reason }));
    }
    await this.manager.transaction(async (manager) => {
      await manager.query('INSERT INTO storage_total (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
        tenantId,
      ]);
      // Contents that are being counted are where they were, or wait for where they are now.
      await manager.query('SELECT 1 FROM storage_total WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
      const now = await this.plan(manager, tenantId);
      if (now.next !== next || now.row?.location !== row?.location) throw new WrongState(TEXTS.wait);
      await this.begin(manager, tenantId, now, target);
      await manager.query(ADD_JOB, [tenantId, newId()]);
      await this.jobs.free(manager, tenantId, STORAGE_MOVE);
      await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.jobs, '']);
      const placeOf = (location: S3Location | null): string | null => location && bucketPlace(location);
      const change = {
        action: 'storage.move',
        before: { place: placeOf(now.current) },
        after: { place: placeOf(target) },
      } as const;
      const what = { en: 'Where all files are stored', de: 'Ort aller Dateien' };
      await this.steering.changed(manager, { context, steering: 'files', what });
      await this.auditLog.record(context, change, manager);
    });
    return this.state(tenantId);
  }

  private async state(tenantId: string): Promise<SiteStorage> {
    const { row, target, next, hold } = await this.plan(this.manager, tenantId);
    const until = hold && new Date(hold.heldUntil).getTime();
    const { error = null, error_code: errorCode = null } = row ?? {};
    return {
      state: hold && row && row.state !== 'settled' ? 'held' : (row?.state ?? 'settled'),
      place: row?.place ?? null,
      formerPlace: row?.former_place ?? null,
      target: target ? bucketPlace(target) : null,
      next,
      moved: { contents: Number(row?.contents ?? 0), bytes: Number(row?.bytes ?? 0) },
      total: { contents: Number(row?.total_contents ?? 0), bytes: Number(row?.total_bytes ?? 0) },
      startedAt: row?.started_at?.toISOString() ?? null,
      finishedAt: row?.finished_at?.toISOString() ?? null,
      nextAttemptAt: until === null || until - Date.now() > FAR_MS ? null : new Date(until).toISOString(),
      problems: (row?.problems ?? []).slice(0, SHOWN),
      leftover: row?.leftover ?? null,
      ...worded('error', error === null ? null : storedMessage(error, errorCode)),
    };
  }

  private async begin(
    manager: EntityManager,
    tenantId: string,
    { next, current }: Plan,
    target: S3Location | null,
  ): Promise<void> {
    if (next === 'continue') return;
    const location = await this.sites.sealed(tenantId, 'location', target);
    if (next === 'renew') return void (await manager.query(RENEW, [tenantId, location]));
    await manager.query(BEGIN, [
      tenantId,
      location,
      target && bucketPlace(target),
      await this.sites.sealed(tenantId, 'former', current),
      current && bucketPlace(current),
    ]);
  }

  /** What keeps a bucket from being used: also that it is where files are, under another name, from which they would be deleted. */
  private async tryAsNew(
    tenantId: string,
    target: S3Location,
    next: StorageNext,
  ): Promise<BucketFailure | undefined> {
    const { stores } = await this.sites.of(tenantId);
    return tryBucket(this.blobs, new S3Store(target, this.outbound), async (key) => {
      if (next !== 'move') return;
      for (const store of stores) {
        const size = await store.size(key).catch((error: unknown) => {
          throw new WrongState(TEXTS.currentAway({ reason: bucketProblem(error)?.text ?? TEXTS.serverAway }));
        });
        if (size !== undefined) throw new WrongState(TEXTS.nothing);
      }
    });
  }

  private async plan(manager: EntityManager, tenantId: string): Promise<Plan> {
    // Before the row: a move notes there why it failed, and is on hold after that.
    const hold = await this.holdOf(tenantId);
    const [row]: SiteStorageRow[] = await manager.query(FIND_STORAGE, [tenantId]);
    const values = await this.settings.values(tenantId);
    const settings = attempt(() => values.read(readSiteStorageSettings));
    const target = settings instanceof Error ? undefined : settings.bucket;
    const bucketOf = (column: 'location' | 'former'): Promise<S3Location> | null => {
      const text = row?.[column] ?? null;
      return text === null ? null : this.sites.bucketOf(tenantId, column, text);
    };
    const current = await bucketOf('location');
    const isHeld = row !== undefined && row.state !== 'settled' && hold !== null;
    return { row, target, current, hold, next: nextOf(row, target, current, isHeld) };
  }

  private async look(tenantId: string): Promise<SystemFinding<SiteStorageCode>> {
    const { row, current } = await this.plan(this.manager, tenantId);
    const { state = 'settled' } = row ?? {};
    if (!current)
      return state === 'settled'
        ? { status: 'ok', code: 'site-storage-server' }
        : { status: 'warning', code: 'site-storage-moving' };
    const place = bucketPlace(current);
    const tried = tryBucket(this.blobs, new S3Store(current, this.outbound));
    const found = await Promise.race([tried, sleep(PATIENCE_MS, 'silent' as const, { ref: false })]);
    if (found === 'silent') return { status: 'failed', code: 'site-storage-silent', facts: facts({ place }) };
    if (found)
      return {
        status: 'failed',
        code: 'site-storage-failed',
        facts: facts({ place, response: found.reason }),
      };
    return state === 'settled'
      ? { status: 'ok', code: 'site-storage-ok', facts: facts({ place }) }
      : { status: 'warning', code: 'site-storage-moving', facts: facts({ place }) };
  }

  private holdOf(tenantId: string): Promise<JobHold | null> {
    return this.manager.findOneBy(JobHold, { tenantId, target: STORAGE_MOVE });
  }
}

function nextOf(
  row: SiteStorageRow | undefined,
  target: S3Location | null | undefined,
  current: S3Location | null,
  isHeld: boolean,
): StorageNext {
  if (target === undefined) return 'incomplete';
  const place = target && bucketPlace(target);
  const isHere = place === (row?.place ?? null);
  if (isHere && target && JSON.stringify(target) !== JSON.stringify(current)) return 'renew';
  if (isHere) return isHeld ? 'continue' : 'none';
  if (!row || row.state === 'settled') return 'move';
  return row.state === 'moving' && place === row.former_place ? 'back' : 'wait';
}
