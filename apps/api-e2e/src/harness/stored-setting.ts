import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { E2eDatabase } from './database.js';
import { TEST_MASTER_KEYS } from './processes.js';

interface UncheckedSetting {
  readonly group: string;
  readonly name: string;
  readonly value: string;
  /** Stored encrypted. */
  readonly secret: boolean;
  /** The only one otherwise. */
  readonly tenantId?: string;
}

/** Stores a value that no save accepts, as one from before an update could be. Every instance hears of it. */
export async function storeUnchecked(database: E2eDatabase, setting: UncheckedSetting): Promise<void> {
  const { group, name, value, secret } = setting;
  const id = setting.tenantId ?? (await onlyTenant(database));
  await database.query(
    `INSERT INTO setting (id, tenant_id, "group", name, value, updated_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, now())
     ON CONFLICT (tenant_id, "group", name) DO UPDATE SET value = excluded.value`,
    [id, group, name, secret ? sealed(id, `${group}/${name}`.toLowerCase(), value) : value],
  );
  await database.query(`SELECT pg_notify('sitedesk_tenant', $1)`, [id]);
}

async function onlyTenant(database: E2eDatabase): Promise<string> {
  const [tenant] = await database.query<{ readonly id: string }>('SELECT id FROM tenant');
  return String(tenant?.id);
}

/** As the backend encrypts a secret for its place, with the master key of tests. */
function sealed(tenantId: string, place: string, text: string): string {
  const [keyId = '', master = ''] = TEST_MASTER_KEYS.split(':');
  const key = hkdfSync('sha256', Buffer.from(master, 'base64'), tenantId, 'sitedesk/settings', 32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), nonce);
  cipher.setAAD(Buffer.from(JSON.stringify([tenantId, place, keyId])));
  const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `enc:v1:${keyId}:${body.toString('base64')}`;
}
