import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { storedCode } from '@sitedesk/contract/messages';
import { type ExportCounts, SITE_EXPORT_TEXTS as TEXTS } from '@sitedesk/contract/site-export';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EntityManager } from 'typeorm';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { hashToken } from '../../platform/core/tokens.js';
import { isUnavailable } from '../../platform/database/sql.js';
import type { Attempt, Job } from '../../platform/jobs/job-kind.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { type ResolvedTenant, TenantsService } from '../../platform/tenancy/tenants.service.js';
import { StoreAway } from '../files/blob-store.js';
import { type BucketProblem, heldFor } from '../files/bucket-problems.js';
import { codeOf } from '../files/object-store.js';
import { readExportDirectory } from './export-directory.js';
import { ExportError } from './export-file.js';
import { ExportFolder } from './export-folder.js';
import { Superseded } from './exported-files.js';
import { StaticExportService } from './static-export.service.js';

/** Kind and target of the jobs that export a site into its folder. */
export const FOLDER_EXPORT = 'folder-export';

/** An export of a large site onto a slow disk. */
const ATTEMPT_SECONDS = 6 * 3_600;
/** Another instance is exporting the site. */
const BUSY_SECONDS = 3;

/** Takes over from a run whose job is no longer under way; from a former attempt of this one, too. */
const CLAIM = `INSERT INTO folder_export AS e (tenant_id, run, job, started_at) VALUES ($1, $2, $3, now())
  ON CONFLICT (tenant_id) DO UPDATE SET run = $2, job = $3, started_at = now()
  WHERE e.run IS NULL OR e.job = $3
    OR NOT EXISTS (SELECT FROM job j WHERE j.tenant_id = $1 AND j.id = e.job AND j.state = 'running')
  RETURNING 1`;
const IS_CURRENT = 'SELECT 1 FROM folder_export WHERE tenant_id = $1 AND run = $2';
const COMPLETE = `UPDATE folder_export SET run = NULL, finished_at = now(), directory = $3, counts = $4, error = NULL, error_code = NULL
  WHERE tenant_id = $1 AND run = $2`;
const FAIL = `UPDATE folder_export SET run = NULL, error = $3, error_code = $4::jsonb WHERE tenant_id = $1 AND run = $2`;

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const DENIED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Exports sites into their folders, one run at a time for each, on whatever instance. */
@Injectable()
export class FolderRunsService implements OnModuleInit {
  private readonly directory: string | undefined;

  constructor(
    private readonly manager: EntityManager,
    private readonly tenants: TenantsService,
    private readonly exports: StaticExportService,
    private readonly jobs: JobsService,
    @Inject(RUNTIME) { env }: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.directory = env.of(readExportDirectory);
  }

  onModuleInit(): void {
    const { directory } = this;
    if (directory === undefined) return; // another instance may have one
    const fingerprint = hashToken(directory);
    this.jobs.register({
      kind: FOLDER_EXPORT,
      target: { name: FOLDER_EXPORT, fingerprint: async () => fingerprint },
      attemptSeconds: ATTEMPT_SECONDS,
      run: (job) => this.run(job, directory),
    });
  }

  /** Deletes what was exported of a site, and nothing else that is in its folder. */
  async remove(tenantId: string): Promise<void> {
    if (this.directory === undefined) return;
    const path = join(this.directory, tenantId);
    const folder = await ExportFolder.open(path, tenantId);
    await folder.clear();
    await rmdir(path).catch(() => undefined); // something else is in it
  }

  private async run({ id, tenantId }: Job, directory: string): Promise<Attempt> {
    const tenant = await this.tenants.find(tenantId);
    if (!tenant) return { outcome: 'done' };
    const run = newId();
    const claimed: unknown[] = await this.manager.query(CLAIM, [tenantId, run, id]);
    if (claimed.length === 0) return { outcome: 'retry', retryInSeconds: BUSY_SECONDS, uncounted: true };
    try {
      const counts = await this.export(tenant, run, directory);
      await this.manager.query(COMPLETE, [tenantId, run, directory, JSON.stringify(counts)]);
      return { outcome: 'done' };
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (error instanceof Superseded) return { outcome: 'done' };
      return this.failed(tenantId, run, directory, error);
    }
  }

  private async export(tenant: ResolvedTenant, run: string, directory: string): Promise<ExportCounts> {
    const folder = await ExportFolder.open(join(directory, tenant.id), tenant.id, async () => {
      const current: unknown[] = await this.manager.query(IS_CURRENT, [tenant.id, run]);
      if (current.length === 0) throw new Superseded();
    });
    const { skipped, ...counts } = await this.exports.write(tenant, folder);
    return { ...counts, skipped: skipped.length };
  }

  private async failed(tenantId: string, run: string, directory: string, error: unknown): Promise<Attempt> {
    const problem = this.problemOf(tenantId, error);
    const { text: reason } = problem;
    await this.manager.query(FAIL, [tenantId, run, reason.text, storedCode(reason)]);
    return heldFor(problem, hashToken(directory));
  }

  private problemOf(tenantId: string, error: unknown): BucketProblem {
    const isFinal = false; // the operator may repair it at any time
    if (error instanceof StoreAway) return { text: TEXTS.filesAway, isFinal };
    // Paths of the server are for the log.
    this.log.error({ event: 'export.failed', tenant: tenantId, err: error });
    if (error instanceof ExportError) return { text: TEXTS.folderTaken, isFinal };
    const code = codeOf(error);
    if (code === undefined) return { text: TEXTS.internal, isFinal };
    if (FULL.has(code)) return { text: TEXTS.diskFull, isFinal };
    if (DENIED.has(code)) return { text: TEXTS.folderDenied, isFinal };
    return { text: TEXTS.folderFailed({ reason: code }), isFinal };
  }
}
