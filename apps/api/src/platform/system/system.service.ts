import { Inject, Injectable } from '@nestjs/common';
import {
  SYSTEM_CHECKS,
  SYSTEM_LIMITS,
  type SystemCheckName,
  type SystemReport,
} from '@sitedesk/contract/system';
import { DataSource } from 'typeorm';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { APP_FOLDER } from '../config/app-folder.js';
import { LOG, type Log } from '../core/log.js';
import { Sql } from '../database/sql.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { JobStore } from '../jobs/job-store.js';
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

/** The doctor: what works, what does not, and what to do about it. */
@Injectable()
export class SystemService {
  private readonly startedAt = new Date();
  private readonly version = productVersion();

  private readonly checks = new Map<SystemCheckName, SystemLook>();

  constructor(
    sql: Sql,
    dataSource: DataSource,
    settings: SettingsService,
    proxies: ProxyWatch,
    private readonly definitions: SettingDefinitions,
    private readonly jobs: JobStore,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {
    const { env, keyRing } = runtime;
    this.add('database', () => checkDatabase(sql));
    this.add('migrations', () => checkMigrations(sql, dataSource));
    this.add('keys', (tenantId) => checkKeys(sql, settings, keyRing, tenantId));
    this.add('proxy', async () => checkProxy(proxies, env));
    this.add('clock', () => checkClock(sql));
    this.add('disk', () => checkDisk(env));
  }

  /** For features, in the constructor of a service. */
  add(name: SystemCheckName, look: SystemLook): void {
    this.checks.set(name, look);
  }

  /** Runs every check now. Never waits longer than the limit of one check. */
  async report(tenantId: string): Promise<SystemReport> {
    const looks = SYSTEM_CHECKS.flatMap((name) => {
      const look = this.checks.get(name);
      return look ? [{ name, look: () => look(tenantId) }] : [];
    });
    const failed = (check: string, error: unknown): void =>
      this.log.warn({ event: 'system.check_failed', tenantId, check, err: error });
    const [checks, jobs] = await Promise.all([
      runChecks(looks, SYSTEM_LIMITS.checkMs, failed),
      Promise.race([
        this.jobs.counts(tenantId).catch((error: unknown) => (failed('jobs', error), null)),
        sleep(SYSTEM_LIMITS.checkMs, null, { ref: false }),
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
