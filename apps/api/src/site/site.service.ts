import { Inject, Injectable } from '@nestjs/common';
import { SITE_TEXTS, type SiteView } from '@sitedesk/contract';
import { type ChangeSiteDto, normaliseLine } from '@sitedesk/contract/dto';
import { DataSource, type EntityManager, In, Not } from 'typeorm';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { canonicalHost } from '../common/canonical-host.js';
import { ValidationProblem } from '../common/problem.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS } from '../database/database-changes.js';
import { unavailableAware } from '../database/sql.js';
import { TenantHostname } from '../tenancy/tenant-hostname.entity.js';
import { Tenant } from '../tenancy/tenant.entity.js';
import { TenantsService } from '../tenancy/tenants.service.js';

/** Name and hosts of a site, for the people who run it. */
@Injectable()
export class SiteService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tenants: TenantsService,
    private readonly auditLog: AuditLog,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  async read(tenantId: string): Promise<SiteView> {
    const site = await this.tenants.find(tenantId);
    return {
      name: site?.name ?? '',
      hostnames: site?.hostnames ?? [],
      hostnamesLocked: this.runtime.env.tenancy === 'single' ? null : SITE_TEXTS.byOperator,
    };
  }

  /** @throws ValidationProblem when a host is none, is another site's, or is the operator's to name */
  async change(tenantId: string, actor: Actor, input: ChangeSiteDto): Promise<SiteView> {
    const { hostnames } = input;
    const name = input.name ? String(normaliseLine(input.name)) : undefined;
    const { hostnamesLocked, ...before } = await this.read(tenantId);
    const hosts = hostnames && canonicalHosts(hostnames); // null is "left out" too, as everywhere
    if (hosts && hostnamesLocked !== null && hosts.join() !== before.hostnames.join())
      throw refused(hostnamesLocked);
    const after = { ...(name ? { name } : {}), ...(hosts ? { hostnames: hosts } : {}) };
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        if (name) await manager.update(Tenant, { id: tenantId }, { name });
        if (hosts && hostnamesLocked === null) await replaceHosts(manager, tenantId, hosts);
        await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.tenant, tenantId]);
        const target = { kind: 'site', id: tenantId };
        await this.auditLog.record(
          tenantId,
          actor,
          { action: 'site.change', target, before, after },
          manager,
        );
      }),
    );
    this.tenants.forget();
    return this.read(tenantId);
  }
}

function canonicalHosts(hostnames: readonly string[]): readonly string[] {
  const canonical = hostnames.map((hostname) => {
    const host = canonicalHost(withoutScheme(hostname));
    if (host === undefined) throw refused(SITE_TEXTS.notAHostname.replace('{hostname}', hostname));
    return host;
  });
  return [...new Set(canonical)].sort();
}

/** People copy the address line of their browser. */
const withoutScheme = (text: string): string => text.replace(/^https?:\/\//i, '').replace(/\/$/, '');

async function replaceHosts(
  manager: EntityManager,
  tenantId: string,
  hosts: readonly string[],
): Promise<void> {
  const taken = await manager.findOneBy(TenantHostname, {
    hostname: In([...hosts]),
    tenantId: Not(tenantId),
  });
  if (taken) throw refused(SITE_TEXTS.taken.replace('{hostname}', taken.hostname));
  await manager.delete(TenantHostname, { tenantId });
  if (hosts.length > 0)
    await manager.insert(
      TenantHostname,
      hosts.map((hostname) => ({ hostname, tenantId })),
    );
}

const refused = (message: string): ValidationProblem =>
  new ValidationProblem([{ field: 'hostnames', message }]);
