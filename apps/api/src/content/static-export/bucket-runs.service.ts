import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { storedCode, worded } from '@sitedesk/contract/messages';
import {
  type BucketCheck,
  type ExportCounts,
  SITE_EXPORT_TEXTS as TEXTS,
} from '@sitedesk/contract/site-export';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { EntityManager } from 'typeorm';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { isUnavailable } from '../../platform/database/sql.js';
import { WrongState } from '../../platform/http/problem.js';
import type { Attempt, Job } from '../../platform/jobs/job-kind.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { attempt, isUnusable } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { type ResolvedTenant, TenantsService } from '../../platform/tenancy/tenants.service.js';
import { BlobStore, StoreAway } from '../files/blob-store.js';
import { type BucketProblem, bucketProblem, heldFor } from '../files/bucket-problems.js';
import type { S3Location } from '../files/file-storage.js';
import { isMissing, type LocalFile } from '../files/object-store.js';
import { S3Store } from '../files/s3-store.js';
import { BucketTaken } from './bucket-taken.js';
import { ExportBucket } from './export-bucket.js';
import type { ExportFile } from './export-file.js';
import type { ExportJob } from './export-queue.js';
import { ExportedFiles, Superseded } from './exported-files.js';
import { type ExportSettings, readExportSettings } from './export-settings.js';
import { StaticExportService } from './static-export.service.js';

/** Kind and target of the jobs that export a site into its bucket. */
export const SITE_EXPORT = 'site-export';

/** Says whose export it is; the first thing that is written. */
const MARKER = '.sitedesk-export.json';
const FORMAT = 1;
/** An export of a large site into a slow bucket. */
const ATTEMPT_SECONDS = 6 * 3_600;
/** Another instance is exporting the site. */
const BUSY_SECONDS = 3;

/** Takes over from a run whose job is no longer under way; from a former attempt of this one, too. */
const CLAIM = `INSERT INTO site_export AS e (tenant_id, run, job, started_at) VALUES ($1, $2, $3, now())
  ON CONFLICT (tenant_id) DO UPDATE SET run = $2, job = $3, started_at = now()
  WHERE e.run IS NULL OR e.job = $3
    OR NOT EXISTS (SELECT FROM job j WHERE j.tenant_id = $1 AND j.id = e.job AND j.state = 'running')
  RETURNING place`;
const COMPLETE = `UPDATE site_export SET run = NULL, finished_at = now(), counts = $3, error = NULL, error_code = NULL
  WHERE tenant_id = $1 AND run = $2`;
const FAIL = `UPDATE site_export SET run = NULL, error = $3, error_code = $4::jsonb WHERE tenant_id = $1 AND run = $2`;

/** What is in a bucket at the place of an export. */
interface Found {
  /** Sizes by path, without the marker. */
  readonly files: ReadonlyMap<string, number>;
  readonly isOurs: boolean;
}

/** Exports sites into their buckets, one run at a time for each, on whatever instance. */
@Injectable()
export class BucketRunsService implements OnModuleInit {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
    private readonly exports: StaticExportService,
    private readonly blobs: BlobStore,
    private readonly outbound: OutboundService,
    private readonly jobs: JobsService,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      kind: SITE_EXPORT,
      target: { name: SITE_EXPORT, fingerprint: (tenantId) => this.fingerprint(tenantId) },
      attemptSeconds: ATTEMPT_SECONDS,
      run: (job) => this.run(job),
    });
  }

  /** Whether the bucket can be read, and is free for this site. Writes nothing. @throws WrongState */
  async check(tenantId: string): Promise<BucketCheck> {
    const settings = await this.settings
      .values(tenantId)
      .then((values) => attempt(() => values.read(readExportSettings)));
    if (settings instanceof Error || !settings.bucket) throw new WrongState(TEXTS.off);
    try {
      const { isOurs } = await this.look(new S3Store(settings.bucket, this.outbound), tenantId, 1);
      return { ok: true, ...worded('message', isOurs ? TEXTS.okOurs : TEXTS.okEmpty) };
    } catch (error) {
      if (error instanceof BucketTaken) return { ok: false, ...worded('message', error.text) };
      const problem = bucketProblem(error);
      if (!problem) throw error;
      return { ok: false, ...worded('message', problem.text) };
    }
  }

  private async run(job: Job): Promise<Attempt> {
    const { id, tenantId } = job;
    const tenant = await this.tenants.find(tenantId);
    const settings = await this.read(tenantId);
    const { isManual } = job.data as ExportJob; // written by the queue
    if (!tenant || !settings?.bucket || !(isManual || settings.isAutomatic)) return { outcome: 'done' };
    const run = newId();
    const claimed: { readonly place: string | null }[] = await this.manager.query(CLAIM, [tenantId, run, id]);
    const [state] = claimed;
    if (!state) return { outcome: 'retry', retryInSeconds: BUSY_SECONDS, uncounted: true };
    try {
      const former = { place: state.place, isManual };
      const counts = await this.export(tenant, settings.bucket, run, former);
      await this.manager.query(COMPLETE, [tenantId, run, JSON.stringify(counts)]);
      return { outcome: 'done' };
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (error instanceof Superseded) return { outcome: 'done' };
      return this.failed(tenantId, run, error);
    }
  }

  private async export(
    tenant: ResolvedTenant,
    location: S3Location,
    run: string,
    former: { readonly place: string | null; readonly isManual: boolean },
  ): Promise<ExportCounts> {
    const store = new S3Store(location, this.outbound);
    const files = new ExportedFiles(this.manager, tenant.id, run);
    const place = [location.endpoint, location.bucket, location.prefix].join(' ');
    if (former.place !== place) {
      const found = await this.look(store, tenant.id);
      if (!found.isOurs) await this.mark(store, tenant.id);
      await files.moveTo(place, found.files);
    } else if (former.isManual) {
      const found = await this.look(store, tenant.id);
      if (!found.isOurs) await this.mark(store, tenant.id);
      await files.compare(found.files);
    }
    const withLocal = this.withLocal.bind(this);
    const sink = new ExportBucket(store, location.prefix, files, await files.all(), withLocal);
    try {
      const { skipped, ...counts } = await this.exports.write(tenant, sink);
      return { ...counts, skipped: skipped.length };
    } finally {
      await sink.settle();
    }
  }

  /**
   * What is at the place of the export.
   * @param most objects that are looked at
   * @throws BucketTaken when it isn't ours, and something is there
   */
  private async look(store: S3Store, tenantId: string, most = Infinity): Promise<Found> {
    const marked = await this.markOf(store);
    if (marked !== undefined && marked !== tenantId) throw new BucketTaken(TEXTS.otherSite);
    const files = new Map<string, number>();
    for await (const { key, size } of store.list('')) {
      if (key !== MARKER) files.set(key, size);
      if (files.size >= most) break;
    }
    if (marked === undefined && files.size > 0) throw new BucketTaken(TEXTS.notEmpty);
    return { files, isOurs: marked !== undefined };
  }

  /** Id of the site that exports there; undefined for none. */
  private async markOf(store: S3Store): Promise<string | undefined> {
    try {
      const marker: unknown = JSON.parse(await text(await store.get(MARKER, { start: 0, end: 999 })));
      return String(Reflect.get(Object(marker), 'site'));
    } catch (error) {
      if (isMissing(error)) return undefined;
      if (error instanceof SyntaxError) throw new BucketTaken(TEXTS.otherSite);
      throw error;
    }
  }

  private async mark(store: S3Store, tenantId: string): Promise<void> {
    const content = JSON.stringify({ format: FORMAT, site: tenantId });
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    await this.atTarget((path) =>
      writeFile(path, content).then(() => () => store.put(MARKER, { path, size: content.length }, headers)),
    );
  }

  private async withLocal(file: ExportFile, work: (local: LocalFile) => Promise<void>): Promise<void> {
    await this.atTarget(async (path) => {
      await pipeline(await file.read(), createWriteStream(path, { mode: 0o600 }));
      return () => work({ path, size: file.size });
    });
  }

  /** Tells failures of the site's own files from those of the bucket. @param prepare writes the file, and resolves to what sends it */
  private async atTarget(prepare: (path: string) => Promise<() => Promise<void>>): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    await this.blobs.withWorkFile(async (path) => {
      const send = await prepare(path);
      await send().catch((error: unknown) => void (failure = { error }));
    });
    if (failure) throw failure.error;
  }

  private async failed(tenantId: string, run: string, error: unknown): Promise<Attempt> {
    const problem = this.problemOf(tenantId, error);
    const { text: reason } = problem;
    await this.manager.query(FAIL, [tenantId, run, reason.text, storedCode(reason)]);
    return heldFor(problem, await this.fingerprint(tenantId));
  }

  private problemOf(tenantId: string, error: unknown): BucketProblem {
    if (error instanceof StoreAway) return { text: TEXTS.filesAway, isFinal: false };
    if (error instanceof BucketTaken) return { text: error.text, isFinal: true };
    const problem = bucketProblem(error);
    if (problem) return problem;
    this.log.error({ event: 'export.failed', tenant: tenantId, err: error });
    return { text: TEXTS.internal, isFinal: false };
  }

  private async fingerprint(tenantId: string): Promise<string | undefined> {
    return (await this.read(tenantId))?.fingerprint;
  }

  /** Undefined where the settings can't be read: they have to change first. */
  private async read(tenantId: string): Promise<ExportSettings | undefined> {
    try {
      return await this.settings.read(tenantId, readExportSettings);
    } catch (error) {
      if (isUnusable(error)) return undefined;
      throw error;
    }
  }
}
