import { Inject, Injectable } from '@nestjs/common';
import { SYSTEM_CHECKS, SYSTEM_LIMITS, type SystemCheckName, type SystemReport } from '@sitedesk/contract';
import { LOG, type Log } from '../common/log.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { DatabaseChecks } from './database-checks.service.js';
import { environmentReport } from './environment-report.js';
import { HostChecks } from './host-checks.service.js';
import { type Look, runChecks, worstOf } from './run-checks.js';
import { SiteChecks } from './site-checks.service.js';
import { productVersion } from './version.js';

/** The doctor: what works, what does not, and what to do about it. */
@Injectable()
export class SystemService {
  private readonly startedAt = new Date();
  private readonly version = productVersion();

  constructor(
    private readonly database: DatabaseChecks,
    private readonly site: SiteChecks,
    private readonly host: HostChecks,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Looks at everything now. Never waits longer than the limit of one check. */
  async report(tenantId: string): Promise<SystemReport> {
    const looks: Readonly<Record<SystemCheckName, Look>> = {
      database: () => this.database.database(),
      migrations: () => this.database.migrations(),
      keys: () => this.site.keys(tenantId),
      mail: () => this.site.mail(tenantId),
      outbox: () => this.site.outbox(tenantId),
      proxy: () => this.host.proxy(),
      clock: () => this.database.clock(),
      disk: () => this.host.disk(),
    };
    const checks = await runChecks(looks, SYSTEM_CHECKS, SYSTEM_LIMITS.checkMs, (check, error) =>
      this.log.warn({ event: 'system.check_failed', tenantId, check, err: error }),
    );
    return {
      status: worstOf(checks.map(({ status }) => status)),
      checks,
      version: this.version,
      runtime: process.version,
      startedAt: this.startedAt.toISOString(),
      checkedAt: new Date().toISOString(),
      environment: environmentReport(this.runtime.env),
    };
  }
}
