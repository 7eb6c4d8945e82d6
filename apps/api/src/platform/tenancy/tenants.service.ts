import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { canonicalHost } from '../http/canonical-host.js';
import { newId } from '../core/id.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';
import { TenantHostname } from './tenant-hostname.entity.js';
import { Tenant } from './tenant.entity.js';

/** A tenant as the rest of the product sees it. Immutable; a change makes a new one. */
export interface ResolvedTenant {
  readonly id: string;
  readonly name: string;
  /** Canonical public hostnames; empty when every host is this tenant (single tenancy). */
  readonly hostnames: readonly string[];
}

/** A tenant or hostname cannot be stored as asked; the message is for the person who asked. */
export class TenantRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TenantRefusedError';
  }
}

type Listener = (manager: EntityManager, tenantId: string) => Promise<void>;

/** Stands for every host under single tenancy. */
const ANY_HOST = '*';

/** Unknown hosts are remembered too, so that a flood of invented names costs no database trip each. */
const MAX_CACHED_HOSTS = 10_000;

/** From the catalog: most tables of content are read by statements, and have no entity. */
const TABLES_OF_TENANTS = `
  SELECT c.relname AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE a.attname = 'tenant_id' AND NOT a.attisdropped
    AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND pg_table_is_visible(c.oid)
  ORDER BY 1`;

/** Finds and keeps the tenants. */
@Injectable()
export class TenantsService implements OnModuleInit {
  private readonly byHost = new Map<string, Promise<ResolvedTenant | undefined>>();
  private readonly byId = new Map<string, Promise<ResolvedTenant | undefined>>();
  /** Those of {@link byHost} and {@link only} that have an answer, for callers who need not wait. */
  private readonly settled = new Map<string, ResolvedTenant>();
  private only: Promise<ResolvedTenant> | undefined;
  private readonly listeners: Listener[] = [];

  constructor(
    private readonly manager: EntityManager,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly changes: DatabaseChanges,
  ) {
    changes.on(CHANNELS.tenant, () => this.forget());
    changes.onLost(() => this.forget());
  }

  /** For features that keep copies of what shows the name or a hostname, in the constructor of a service. */
  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Tells them, as part of the transaction that changes it. */
  async changed(manager: EntityManager, tenantId: string): Promise<void> {
    for (const listener of this.listeners) await listener(manager, tenantId);
  }

  async onModuleInit(): Promise<void> {
    if (this.runtime.env.tenancy === 'single') await this.onlyTenant();
  }

  /** What {@link resolve} would answer, when it is known already. */
  known(hostname: string): ResolvedTenant | undefined {
    return this.settled.get(this.runtime.env.tenancy === 'single' ? ANY_HOST : hostname);
  }

  /**
   * The tenant that a canonical hostname leads to, or undefined: there is no default tenant among several.
   */
  resolve(hostname: string): Promise<ResolvedTenant | undefined> {
    if (this.runtime.env.tenancy === 'single') return this.onlyTenant();
    const known = this.byHost.get(hostname);
    if (known) return known;
    if (this.byHost.size >= MAX_CACHED_HOSTS) this.forget();
    const finding = this.findByHostname(hostname);
    this.byHost.set(hostname, finding);
    finding.then(
      (tenant) => tenant && this.byHost.get(hostname) === finding && this.settled.set(hostname, tenant),
      () => this.byHost.delete(hostname),
    );
    return finding;
  }

  find(tenantId: string): Promise<ResolvedTenant | undefined> {
    const known = this.byId.get(tenantId);
    if (known) return known;
    const finding = this.load(tenantId);
    this.byId.set(tenantId, finding);
    finding.catch(() => this.byId.delete(tenantId));
    return finding;
  }

  /** @throws TenantRefusedError */
  async add(name: string, hostnames: readonly string[]): Promise<ResolvedTenant> {
    const trimmed = name.trim();
    if (trimmed === '') throw new TenantRefusedError('A site needs a name.');
    const canonical = hostnames.map(requireHostname);
    await this.refuseTaken(canonical);
    const id = newId();
    await this.manager.transaction(async (manager) => {
      await manager.insert(Tenant, { id, name: trimmed, createdAt: () => 'now()' });
      await manager.insert(
        TenantHostname,
        canonical.map((hostname) => ({ hostname, tenantId: id })),
      );
    });
    await this.changes.announce(CHANNELS.tenant, id);
    return { id, name: trimmed, hostnames: canonical };
  }

  /** @throws TenantRefusedError */
  async addHostname(tenantId: string, hostname: string): Promise<void> {
    const canonical = requireHostname(hostname);
    await this.refuseTaken([canonical]);
    if (!(await this.manager.existsBy(Tenant, { id: tenantId })))
      throw new TenantRefusedError(`There’s no site ${tenantId}.`);
    await this.manager.transaction(async (manager) => {
      await manager.insert(TenantHostname, { hostname: canonical, tenantId });
      await this.changed(manager, tenantId);
    });
    await this.changes.announce(CHANNELS.tenant, tenantId);
  }

  async removeHostname(tenantId: string, hostname: string): Promise<void> {
    const canonical = requireHostname(hostname);
    await this.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(TenantHostname, { tenantId, hostname: canonical });
      if (!affected) throw new TenantRefusedError(`The site has no hostname ${hostname}.`);
      await this.changed(manager, tenantId);
    });
    await this.changes.announce(CHANNELS.tenant, tenantId);
  }

  /**
   * Deletes a tenant and everything it has. Nothing reaches it from the first moment, also when the rest is interrupted;
   * removing it again goes on.
   * @throws TenantRefusedError for the only one: without a tenant nothing is served
   */
  async remove(tenantId: string): Promise<void> {
    if ((await this.manager.count(Tenant)) < 2)
      throw new TenantRefusedError('This is the only site, so it stays.');
    await this.manager.delete(TenantHostname, { tenantId });
    await this.changes.announce(CHANNELS.tenant, tenantId);
    await this.manager.delete(Tenant, { id: tenantId });
    await this.changes.announce(CHANNELS.tenant, tenantId);
  }

  /** How many rows a tenant has, by table, largest first: what {@link remove} deletes besides the tenant itself. */
  async countRows(tenantId: string): Promise<readonly { readonly table: string; readonly rows: number }[]> {
    const tables = await this.manager.query<readonly { readonly table: string }[]>(TABLES_OF_TENANTS);
    const counts = [];
    for (const { table } of tables) {
      const [row] = await this.manager.query<readonly { readonly rows: number }[]>(
        `SELECT count(*)::float8 AS rows FROM "${table}" WHERE tenant_id = $1`,
        [tenantId],
      );
      counts.push({ table, rows: row?.rows ?? 0 });
    }
    return counts.filter(({ rows }) => rows > 0).toSorted((a, b) => b.rows - a.rows);
  }

  async list(): Promise<readonly ResolvedTenant[]> {
    const tenants = await this.manager.find(Tenant, { order: { createdAt: 'ASC', id: 'ASC' } });
    const hostnames = await this.manager.find(TenantHostname, { order: { hostname: 'ASC' } });
    return tenants.map(({ id, name }) => ({
      id,
      name,
      hostnames: hostnames.filter((each) => each.tenantId === id).map((each) => each.hostname),
    }));
  }

  /** What was remembered is asked for again. */
  forget(): void {
    this.byHost.clear();
    this.byId.clear();
    this.settled.clear();
    this.only = undefined;
  }

  private onlyTenant(): Promise<ResolvedTenant> {
    if (this.only) return this.only;
    const finding = this.findOrMakeOnlyTenant();
    this.only = finding;
    finding.then(
      (tenant) => this.only === finding && this.settled.set(ANY_HOST, tenant),
      () => {
        this.only = undefined;
      },
    );
    return finding;
  }

  private async findOrMakeOnlyTenant(): Promise<ResolvedTenant> {
    const [oldest] = await this.manager.find(Tenant, { order: { createdAt: 'ASC', id: 'ASC' }, take: 1 });
    if (oldest) return this.withHostnames(oldest);
    // Two instances may start at once on an empty database: both write the same id, one row remains.
    await this.manager
      .createQueryBuilder()
      .insert()
      .into(Tenant)
      .values({ id: FIRST_TENANT_ID, name: FIRST_SITE_NAME, createdAt: () => 'now()' })
      .orIgnore()
      .execute();
    return this.onlyTenantAgain();
  }

  private async onlyTenantAgain(): Promise<ResolvedTenant> {
    return this.withHostnames(await this.manager.findOneByOrFail(Tenant, { id: FIRST_TENANT_ID }));
  }

  private async findByHostname(hostname: string): Promise<ResolvedTenant | undefined> {
    const found = await this.manager.findOneBy(TenantHostname, { hostname });
    return found ? this.load(found.tenantId) : undefined;
  }

  private async load(tenantId: string): Promise<ResolvedTenant | undefined> {
    const tenant = await this.manager.findOneBy(Tenant, { id: tenantId });
    return tenant ? this.withHostnames(tenant) : undefined;
  }

  private async withHostnames(tenant: Tenant): Promise<ResolvedTenant> {
    const rows = await this.manager.find(TenantHostname, {
      where: { tenantId: tenant.id },
      order: { hostname: 'ASC' },
    });
    return { id: tenant.id, name: tenant.name, hostnames: rows.map((row) => row.hostname) };
  }

  private async refuseTaken(hostnames: readonly string[]): Promise<void> {
    for (const hostname of hostnames) {
      if (await this.manager.existsBy(TenantHostname, { hostname }))
        throw new TenantRefusedError(`The hostname ${hostname} is taken.`);
    }
  }
}

/** What the tenant is called that single tenancy makes on first start. */
export const FIRST_SITE_NAME = 'Main site';
/** Its id. */
const FIRST_TENANT_ID = '00000000-0000-7000-8000-000000000001';

function requireHostname(hostname: string): string {
  const canonical = canonicalHost(hostname);
  if (!canonical) throw new TenantRefusedError(`"${hostname}" isn’t a valid hostname.`);
  return canonical;
}
