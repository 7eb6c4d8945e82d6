import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { storedMessage, worded } from '@sitedesk/contract/messages';
import {
  type FolderExport,
  SITE_EXPORT_TEXTS as TEXTS,
  type SiteExportAttention,
} from '@sitedesk/contract/site-export';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { WrongState } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { SettingEditorService } from '../../platform/settings/setting-editor.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { readExportDirectory } from './export-directory.js';
import { changesPages, queueExport, startExport } from './export-queue.js';
import { type ExportStateRow, stateOfExport, stepOf } from './export-state.js';
import { FOLDER_EXPORT } from './folder-runs.service.js';

/** Sites that have never been exported into this directory; those that have are exported when they change. */
const QUEUE_NEW = `INSERT INTO job (id, tenant_id, kind, target, data, state, created_at, next_attempt_at)
  SELECT gen_random_uuid(), t.id, '${FOLDER_EXPORT}', '${FOLDER_EXPORT}', '{"isManual":false}', 'queued', now(), now() FROM tenant t
  WHERE NOT EXISTS (SELECT FROM folder_export e WHERE e.tenant_id = t.id AND e.directory = $1)
    AND NOT EXISTS (SELECT FROM job j WHERE j.tenant_id = t.id AND j.target = '${FOLDER_EXPORT}' AND j.state IN ('queued', 'running'))`;
const STATE = stateOfExport('folder_export', FOLDER_EXPORT);

/** Public sites in folders of the server: queues what is to be exported, in the transaction that changes it, and says how it goes. */
@Injectable()
export class FolderExportService implements OnApplicationBootstrap {
  private readonly directory: string | undefined;

  constructor(
    private readonly manager: EntityManager,
    private readonly jobStore: JobStore,
    private readonly jobs: JobsService,
    private readonly auditLog: AuditLogService,
    @Inject(RUNTIME) { env }: Runtime,
    siteChanges: SiteChangesService,
    editor: SettingEditorService,
    tenants: TenantsService,
    attention: AttentionService,
  ) {
    this.directory = env.of(readExportDirectory);
    if (this.directory === undefined) return;
    siteChanges.onChange(async (manager, tenantId) => {
      await queueExport(manager, tenantId, FOLDER_EXPORT);
      return false; // files aren't a cache
    });
    tenants.onChange((manager, tenantId) => queueExport(manager, tenantId, FOLDER_EXPORT));
    editor.addRule({
      write: async (manager, { context, drafts }) => {
        if (changesPages(drafts.map(({ definition }) => definition.group)))
          await queueExport(manager, context.tenantId, FOLDER_EXPORT);
      },
    });
    const rule = {
      permission: 'settings.manage',
      order: 31.5,
      to: '/settings#section-Site',
      level: 'warning',
    } as const;
    attention.add<SiteExportAttention>('folder-export-held', rule, async ({ tenantId }) => {
      const hold = await this.holdOf(tenantId);
      return hold
        ? { detail: storedMessage(hold.detail, hold.detailCode), at: hold.since.toISOString() }
        : undefined;
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.directory === undefined || !this.jobs.enabled) return;
    await this.manager.query(QUEUE_NEW, [this.directory]);
    this.jobs.wake();
  }

  async state(tenantId: string): Promise<FolderExport> {
    const [row]: ExportStateRow[] = await this.manager.query(STATE, [tenantId]);
    const hold = await this.holdOf(tenantId);
    const { error = null, error_code: errorCode = null } = row ?? {};
    return {
      state: this.directory === undefined ? 'off' : stepOf(row, hold !== null),
      folder: this.directory === undefined ? null : tenantId,
      startedAt: row?.started_at?.toISOString() ?? null,
      finishedAt: row?.finished_at?.toISOString() ?? null,
      counts: row?.counts ?? null,
      nextAttemptAt: hold ? new Date(hold.heldUntil).toISOString() : null,
      ...worded('error', error === null ? null : storedMessage(error, errorCode)),
    };
  }

  /** Exports now. @throws WrongState */
  async start(context: RequestContext): Promise<FolderExport> {
    const { tenantId } = context;
    if (this.directory === undefined) throw new WrongState(TEXTS.noDirectory);
    await this.manager.transaction(async (manager) => {
      await startExport(manager, tenantId, FOLDER_EXPORT);
      await this.jobStore.free(manager, tenantId, FOLDER_EXPORT);
      await this.auditLog.record(context, { action: 'site.export' }, manager);
    });
    return this.state(tenantId);
  }

  private holdOf(tenantId: string): Promise<JobHold | null> {
    return this.manager.findOneBy(JobHold, { tenantId, target: FOLDER_EXPORT });
  }
}
