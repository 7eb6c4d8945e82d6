import { Injectable } from '@nestjs/common';
import { storedMessage, worded } from '@sitedesk/contract/messages';
import {
  type BucketExport,
  SITE_EXPORT_TEXTS as TEXTS,
  type SiteExportAttention,
} from '@sitedesk/contract/site-export';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { WrongState } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { SettingEditorService } from '../../platform/settings/setting-editor.service.js';
import { attempt } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { SITE_EXPORT } from './bucket-runs.service.js';
import { changesPages, queueExport, startExport } from './export-queue.js';
import { EXPORT_GROUP, type ExportSettings, readExportSettings } from './export-settings.js';
import { type ExportStateRow, stateOfExport, stepOf } from './export-state.js';

/** So far in the future that nobody waits for it. */
const FAR_MS = 86_400_000 * 365;

const STATE = stateOfExport('site_export', SITE_EXPORT);

/** The public site in a bucket: queues what is to be exported, in the transaction that changes it, and says how it goes. */
@Injectable()
export class BucketExportService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly jobs: JobStore,
    private readonly auditLog: AuditLogService,
    siteChanges: SiteChangesService,
    editor: SettingEditorService,
    tenants: TenantsService,
    attention: AttentionService,
  ) {
    siteChanges.onChange(async (manager, tenantId) => {
      await this.changed(manager, tenantId);
      return false; // a bucket isn't a cache
    });
    tenants.onChange((manager, tenantId) => this.changed(manager, tenantId));
    editor.addRule({
      write: async (manager, { context, drafts }) => {
        const groups = drafts.map(({ definition }) => definition.group);
        // What counts from now on is what the job finds.
        if (groups.includes(EXPORT_GROUP)) await queueExport(manager, context.tenantId, SITE_EXPORT);
        else if (changesPages(groups)) await this.changed(manager, context.tenantId);
      },
    });
    const rule = {
      permission: 'settings.manage',
      order: 31,
      to: '/settings#section-Export',
      level: 'warning',
    } as const;
    attention.add<SiteExportAttention>('export-held', rule, async ({ tenantId }) => {
      const hold = await this.holdOf(tenantId);
      return hold
        ? { detail: storedMessage(hold.detail, hold.detailCode), at: hold.since.toISOString() }
        : undefined;
    });
  }

  async state(tenantId: string): Promise<BucketExport> {
    const settings = await this.read(tenantId);
    const [row]: ExportStateRow[] = await this.manager.query(STATE, [tenantId]);
    const hold = await this.holdOf(tenantId);
    const until = hold && new Date(hold.heldUntil).getTime();
    const { error = null, error_code: errorCode = null } = row ?? {};
    const { bucket } = settings ?? {};
    return {
      state: bucket ? stepOf(row, hold !== null) : 'off',
      place: bucket ? `s3://${bucket.bucket}/${bucket.prefix}` : null,
      isAutomatic: settings?.isAutomatic ?? false,
      startedAt: row?.started_at?.toISOString() ?? null,
      finishedAt: row?.finished_at?.toISOString() ?? null,
      counts: row?.counts ?? null,
      nextAttemptAt: until === null || until - Date.now() > FAR_MS ? null : new Date(until).toISOString(),
      ...worded('error', error === null ? null : storedMessage(error, errorCode)),
    };
  }

  /** Exports now. @throws WrongState */
  async start(context: RequestContext): Promise<BucketExport> {
    const { tenantId } = context;
    const settings = await this.read(tenantId);
    if (!settings?.bucket) throw new WrongState(TEXTS.off);
    await this.manager.transaction(async (manager) => {
      await startExport(manager, tenantId, SITE_EXPORT);
      await this.jobs.free(manager, tenantId, SITE_EXPORT);
      await this.auditLog.record(context, { action: 'site.export' }, manager);
    });
    return this.state(tenantId);
  }

  /** A site that exports nothing automatically pays for a look into memory. */
  private async changed(manager: EntityManager, tenantId: string): Promise<void> {
    const settings = await this.read(tenantId);
    if (settings?.isAutomatic && settings.bucket) await queueExport(manager, tenantId, SITE_EXPORT);
  }

  private holdOf(tenantId: string): Promise<JobHold | null> {
    return this.manager.findOneBy(JobHold, { tenantId, target: SITE_EXPORT });
  }

  /** Undefined where the settings can't be used. */
  private async read(tenantId: string): Promise<ExportSettings | undefined> {
    const values = await this.settings.values(tenantId);
    const settings = attempt(() => values.read(readExportSettings));
    return settings instanceof Error ? undefined : settings;
  }
}
