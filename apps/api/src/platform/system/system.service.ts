import { Inject, Injectable } from '@nestjs/common';
import { verbatim } from '@sitedesk/contract/messages';
import type { ProxyAttention, SystemReport } from '@sitedesk/contract/system';
import { DataSource } from 'typeorm';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { APP_FOLDER } from '../config/app-folder.js';
import { LOG, type Log } from '../core/log.js';
import { AttentionService } from '../dashboard/attention.service.js';
import { Sql } from '../database/sql.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { JobStore } from '../jobs/job-store.js';
import { MetricsService } from '../metrics/metrics.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { ProxyWatch } from '../tenancy/proxy-watch.js';
import { SettingDefinitions } from '../settings/setting-definitions.js';
import { environmentReport } from './environment-report.js';
import { runChecks, type SystemFinding, worstOf } from './run-checks.js';
import {
  checkClock,
  checkDatabase,
  checkDisk,
  checkKeys,
  checkMigrations,
  checkProxy,
} from './system-checks.js';

type SystemLook = (tenantId: string) => Promise<SystemFinding>;

/** What one check may take; then it has failed, and the others are shown all the same. */
const CHECK_MS = 2_500;

/** The doctor: what works, what does not, and what to do about it. */
@Injectable()
export class SystemService {
  private readonly startedAt = new Date();
  private readonly version = productVersion();
  private checks: readonly { readonly name: string; readonly order: number; readonly look: SystemLook }[] =
    [];

  constructor(
    sql: Sql,
    dataSource: DataSource,
    settings: SettingsService,
    proxies: ProxyWatch,
    attention: AttentionService,
    metrics: MetricsService,
    private readonly definitions: SettingDefinitions,
    private readonly jobs: JobStore,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {
    metrics.register({
      gauges: { sitedesk_build_info: 'Always 1, with the versions of the product and of Node.js' },
      labelNames: ['version', 'node'],
      collect: async () => [
        { labels: { version: this.version, node: process.version }, values: { sitedesk_build_info: 1 } },
      ],
    });
    const { env, keyRing } = runtime;
    this.add('database', 10, () => checkDatabase(sql));
    this.add('migrations', 20, () => checkMigrations(sql, dataSource));
    this.add('keys', 30, (tenantId) => checkKeys(sql, settings, keyRing, tenantId));
    this.add('proxy', 60, async () => checkProxy(proxies, env));
    this.add('clock', 70, () => checkClock(sql));
    this.add('disk', 80, () => checkDisk(env));
    const rule = { permission: 'settings.manage', level: 'warning', order: 30, to: '/system' } as const;
    attention.add<ProxyAttention>('proxy-untrusted', rule, async () => {
      const seen = proxies.untrusted;
      return seen && { detail: verbatim(seen.peer), at: seen.seenAt.toISOString() };
    });
  }

  /**
   * For features, in the constructor of a service.
   * @param order its place in the report
   */
  add(name: string, order: number, look: SystemLook): void {
    this.checks = [...this.checks, { name, order, look }].toSorted((a, b) => a.order - b.order);
  }

  /** Runs every check now. Never waits longer than the limit of one check. */
  async report(tenantId: string): Promise<SystemReport> {
    const looks = this.checks.map(({ name, look }) => ({ name, look: () => look(tenantId) }));
    const failed = (check: string, error: unknown): void =>
      this.log.warn({ event: 'system.check_failed', tenantId, check, err: error });
    const [checks, jobs] = await Promise.all([
      runChecks(looks, CHECK_MS, failed),
      Promise.race([
        this.jobs.counts(tenantId).catch((error: unknown) => (failed('jobs', error), null)),
        sleep(CHECK_MS, null, { ref: false }),
      ]),
    ]);
    return {
      status: worstOf(checks.map(({ status }) => status)),
      checks,
      jobs,
      version: this.version,
      runtime: process.version,
      startedAt: this.startedAt.toISOString(),
      checkedAt: new Date().toISOString(),
      environment: environmentReport(this.runtime.env, this.definitions),
    };
  }
}

/** The product's version. */
function productVersion(): string {
  const found: unknown = JSON.parse(readFileSync(join(APP_FOLDER, 'package.json'), 'utf8'));
  return typeof found === 'object' && found !== null && 'version' in found
    ? String(found.version)
    : 'unknown';
}
