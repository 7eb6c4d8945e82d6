import { worded } from '@sitedesk/contract/messages';
import { Inject, Injectable } from '@nestjs/common';
import { SITE_TEXTS, type SiteView } from '@sitedesk/contract/site';
import type { ChangeSiteDto } from '@sitedesk/contract/site.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager, In, Not } from 'typeorm';
import type { RequestContext } from '../http/request-context.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { canonicalHost } from '../http/canonical-host.js';
import { ValidationProblem } from '../http/problem.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS } from '../database/database-changes.js';
import { SteeringService } from '../settings/steering.service.js';
import { TenantHostname } from '../tenancy/tenant-hostname.entity.js';
import { Tenant } from '../tenancy/tenant.entity.js';
import { TenantsService } from '../tenancy/tenants.service.js';

/** Name and hosts of a site, for the people who run it. */
@Injectable()
export class SiteService {
  constructor(
    private readonly manager: EntityManager,
    private readonly tenants: TenantsService,
    private readonly steering: SteeringService,
    private readonly auditLog: AuditLogService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  async read(tenantId: string): Promise<SiteView> {
    const site = await this.tenants.find(tenantId);
    return {
      name: site?.name ?? '',
      hostnames: site?.hostnames ?? [],
      ...worded('hostnamesLocked', this.isLocked() ? SITE_TEXTS.byOperator : null),
    };
  }

  /** Among several sites the host decides which one a request is for, so only the operator gives it. */
  private isLocked(): boolean {
    return this.runtime.env.tenancy !== 'single';
  }

  /** @throws ValidationProblem when a host is none, is another site's, or is the operator's to name */
  async change(context: RequestContext, input: ChangeSiteDto): Promise<SiteView> {
    const { tenantId } = context;
    const { hostnames } = input;
    const name = input.name ? String(normaliseLine(input.name)) : undefined;
    const { name: oldName, hostnames: oldHosts } = await this.read(tenantId);
    const before = { name: oldName, hostnames: oldHosts };
    const isLocked = this.isLocked();
    const hosts = hostnames && canonicalHosts(hostnames); // null is "left out" too, as everywhere
    if (hosts && isLocked && hosts.join() !== before.hostnames.join())
      throw ValidationProblem.at('hostnames', SITE_TEXTS.byOperator);
    const movesSite = hosts !== undefined && hosts !== null && hosts.join() !== before.hostnames.join();
    if (movesSite) this.steering.require(context, 'links');
    const after = { ...(name ? { name } : {}), ...(hosts ? { hostnames: hosts } : {}) };
    await this.manager.transaction(async (manager) => {
      if (name) await manager.update(Tenant, { id: tenantId }, { name });
      if (hosts && !isLocked) await replaceHosts(manager, tenantId, hosts);
      if (movesSite || (name && name !== before.name)) await this.tenants.changed(manager, tenantId);
      await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.tenant, tenantId]);
      const what = { en: 'Hostnames', de: 'Hostnamen' };
      if (movesSite) await this.steering.changed(manager, { context, steering: 'links', what });
      const target = { kind: 'site', id: tenantId };
      await this.auditLog.record(context, { action: 'site.change', target, before, after }, manager);
    });
    this.tenants.forget();
    return this.read(tenantId);
  }
}

function canonicalHosts(hostnames: readonly string[]): readonly string[] {
  const canonical = hostnames.map((hostname) => {
    const host = canonicalHost(withoutScheme(hostname));
    if (host === undefined) throw ValidationProblem.at('hostnames', SITE_TEXTS.notAHostname({ hostname }));
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
  if (taken) throw ValidationProblem.at('hostnames', SITE_TEXTS.taken({ hostname: taken.hostname }));
  await manager.delete(TenantHostname, { tenantId });
  if (hosts.length > 0)
    await manager.insert(
      TenantHostname,
      hosts.map((hostname) => ({ hostname, tenantId })),
    );
}
