import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Message, storedCode } from '@sitedesk/contract/messages';
import {
  SITE_ARCHIVE,
  SITE_ARCHIVE_TEXTS as TEXTS,
  type SiteArchiveProgress,
} from '@sitedesk/contract/site-archive';
import { EntityManager } from 'typeorm';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { isUnavailable, runWith, statement } from '../../platform/database/sql.js';
import type { Attempt, Job } from '../../platform/jobs/job-kind.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { BlobStore, StoreAway } from '../files/blob-store.js';
import { ExportZip } from '../static-export/export-zip.js';
import { ArchiveExportService } from './archive-export.service.js';
import { archiveOf, ArchiveParts, removeArchive } from './archive-parts.js';

/** Kind and target of the jobs that make an archive for download. */
export const SITE_ARCHIVE_JOB = 'site-archive';

/** A large site, and a slow bucket. */
const ATTEMPT_SECONDS = 6 * 3_600;
/** Another instance is making the archive. */
const BUSY_SECONDS = 3;
/** How often it is noted how far an archive is. */
const NOTE_MS = 500;
/** While the store is away, what is expired waits. */
const PAUSE_MS = 15_000;

/** Takes over from a run whose job is no longer under way; from a former attempt of this one, too. */
const CLAIM = `UPDATE site_archive a SET run = $2, job = $3, part = NULL, done = NULL, total = NULL, error = NULL, error_code = NULL
  WHERE a.tenant_id = $1 AND (a.run IS NULL OR a.job = $3
    OR NOT EXISTS (SELECT FROM job j WHERE j.tenant_id = $1 AND j.id = a.job AND j.state = 'running'))
  RETURNING a.archive`;
const NOTE = `UPDATE site_archive SET part = $3, done = $4, total = $5 WHERE tenant_id = $1 AND run = $2`;
const COMPLETE = `UPDATE site_archive SET run = NULL, archive = $2, size = $3, taken_at = $4,
    expires_at = now() + interval '${SITE_ARCHIVE.hours} hours'
  WHERE tenant_id = $1 AND run = $2`;
const FAIL = `UPDATE site_archive SET run = NULL, error = $3, error_code = $4::jsonb WHERE tenant_id = $1 AND run = $2`;
const DUE_SITES = statement(
  'archives_due_sites',
)`SELECT tenant_id AS "tenantId" FROM site_archive WHERE archive IS NOT NULL AND expires_at < now()`;
const EXPIRED =
  'SELECT archive FROM site_archive WHERE tenant_id = $1 AND archive IS NOT NULL AND expires_at < now()';
const FORGET = 'UPDATE site_archive SET archive = NULL WHERE tenant_id = $1 AND archive = $2';

/** Another run has begun, because this one seemed dead. */
class Superseded extends Error {}

/** Makes archives of sites for download, one at a time for each, and deletes them when they have expired. */
@Injectable()
export class ArchiveRunsService implements OnModuleInit {
  private pausedUntil = 0;

  constructor(
    private readonly manager: EntityManager,
    private readonly tenants: TenantsService,
    private readonly archives: ArchiveExportService,
    private readonly store: BlobStore,
    private readonly jobs: JobsService,
    @Inject(LOG) private readonly log: Log,
  ) {
    jobs.addQueue('expired-archives', () => this.sweep());
  }

  onModuleInit(): void {
    this.jobs.register({
      kind: SITE_ARCHIVE_JOB,
      target: { name: SITE_ARCHIVE_JOB, fingerprint: async () => '' },
      attemptSeconds: ATTEMPT_SECONDS,
      run: (job) => this.run(job),
    });
  }

  private async run({ id, tenantId }: Job): Promise<Attempt> {
    const tenant = await this.tenants.find(tenantId);
    if (!tenant) return { outcome: 'done' };
    const run = newId();
    const [claimed]: [{ archive: string | null }[], number] = await this.manager.query(CLAIM, [
      tenantId,
      run,
      id,
    ]);
    const [former] = claimed;
    if (!former) return { outcome: 'retry', retryInSeconds: BUSY_SECONDS, uncounted: true };
    try {
      // What a run has left that was killed.
      await this.store.removeOthers(tenantId, 'archives/', (name) => archiveOf(name) !== former.archive);
      const { size, takenAt } = await this.make(tenantId, tenant.name, run);
      await this.note(COMPLETE, [tenantId, run, size, takenAt]);
      if (former.archive !== null) await removeArchive(this.store, tenantId, former.archive);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      await removeArchive(this.store, tenantId, run).catch(() => undefined); // the next run does
      if (!(error instanceof Superseded)) await this.failed(tenantId, run, error);
    }
    return { outcome: 'done' };
  }

  private async make(
    tenantId: string,
    site: string,
    run: string,
  ): Promise<{ readonly size: number; readonly takenAt: string }> {
    const zip = new ExportZip();
    let noted: { readonly part?: string; readonly at: number } = { at: 0 };
    const onProgress = async ({ part, done, total }: SiteArchiveProgress): Promise<void> => {
      if (part === noted.part && Date.now() - noted.at < NOTE_MS) return;
      noted = { part, at: Date.now() };
      await this.note(NOTE, [tenantId, run, part, done, total]);
    };
    const choice = { messages: false, people: false };
    let failure: { readonly error: unknown } | undefined;
    const fail = (error: unknown): undefined => {
      failure ??= { error };
      zip.fail(error);
    };
    const parts = new ArchiveParts(this.store, tenantId, run);
    const [manifest, size] = await Promise.all([
      this.archives.write(tenantId, site, zip, choice, { onProgress }).catch(fail),
      parts.write(zip.stream).catch(fail),
    ]);
    if (failure) throw failure.error;
    return { size: size ?? 0, takenAt: manifest?.takenAt ?? '' };
  }

  /** @throws Superseded */
  private async note(statement: string, values: readonly unknown[]): Promise<void> {
    const [, noted]: [unknown[], number] = await this.manager.query(statement, [...values]);
    if (noted === 0) throw new Superseded();
  }

  private async failed(tenantId: string, run: string, error: unknown): Promise<void> {
    const text: Message = error instanceof StoreAway ? TEXTS.filesAway : TEXTS.internal;
    if (text === TEXTS.internal) this.log.error({ event: 'archive.failed', tenant: tenantId, err: error });
    await this.manager.query(FAIL, [tenantId, run, text.text, storedCode(text)]);
  }

  private async sweep(): Promise<boolean> {
    if (Date.now() < this.pausedUntil) return false;
    const sites: readonly { readonly tenantId: string }[] = await runWith(this.manager, DUE_SITES, []);
    try {
      for (const { tenantId } of sites) await this.removeExpired(tenantId);
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      this.pausedUntil = Date.now() + PAUSE_MS;
    }
    return false;
  }

  private async removeExpired(tenantId: string): Promise<void> {
    const expired: { archive: string }[] = await this.manager.query(EXPIRED, [tenantId]);
    for (const { archive } of expired) {
      await removeArchive(this.store, tenantId, archive);
      await this.manager.query(FORGET, [tenantId, archive]);
    }
  }
}
