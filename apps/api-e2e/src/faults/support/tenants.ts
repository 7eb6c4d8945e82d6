import { randomUUID } from 'node:crypto';
import type { E2eDatabase } from '../../harness/database.js';
import { storeUnchecked } from '../../harness/stored-setting.js';
import { runCommand } from './command.js';

/** A site with a mail server of its own. */
export interface TenantWithProvider {
  readonly hostname: string;
  readonly connectionString: string;
}

/** Adds tenants to a database that a backend has migrated; the backend hears of them. */
export async function addTenants(
  database: E2eDatabase,
  tenants: readonly TenantWithProvider[],
): Promise<void> {
  for (const { hostname, connectionString } of tenants) {
    const id = randomUUID();
    await database.query('INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, now())', [id, hostname]);
    await database.query('INSERT INTO tenant_hostname (hostname, tenant_id) VALUES ($1, $2)', [hostname, id]);
    const setting = ['set', 'EMAIL', 'ConnectionString', connectionString, '--tenant', hostname];
    await runCommand('setting', setting, database.url, { TENANCY: 'multi' });
  }
}

/** The same for many with one mail server, without a command for each. */
export async function addSites(
  database: E2eDatabase,
  hostnames: readonly string[],
  connectionString: string,
): Promise<void> {
  for (const hostname of hostnames) {
    const tenantId = randomUUID();
    await database.query('INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, now())', [
      tenantId,
      hostname,
    ]);
    await database.query('INSERT INTO tenant_hostname (hostname, tenant_id) VALUES ($1, $2)', [
      hostname,
      tenantId,
    ]);
    const setting = { group: 'Email', name: 'ConnectionString', value: connectionString, secret: true };
    await storeUnchecked(database, { ...setting, tenantId });
  }
}
