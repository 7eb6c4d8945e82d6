import { Inject, Injectable } from '@nestjs/common';
import { createHmac, randomBytes } from 'node:crypto';
import { newId } from '../core/id.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';
import { Sql, statement } from '../database/sql.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';
import { SecretUnreadableError } from '../crypto/key-ring.js';
import { open, seal } from '../crypto/sealed-text.js';
import type { TenantKeyPurpose } from './tenant-key.entity.js';

interface KeyRow {
  readonly id: string;
  readonly purpose: TenantKeyPurpose;
  readonly wrapped: string;
  readonly current: boolean;
}

interface TenantKeys {
  readonly currentId: string;
  readonly data: ReadonlyMap<string, Buffer>;
  /** The current one first; those before it only while addresses are being hashed again. */
  readonly lookups: readonly Buffer[];
}

const SELECT = statement(
  'tenant_keys',
)`SELECT id, purpose, wrapped_key AS wrapped, retired_at IS NULL AS current FROM tenant_key WHERE tenant_id = $1`;
const INSERT = statement(
  'insert_tenant_key',
)`INSERT INTO tenant_key (id, tenant_id, purpose, wrapped_key, created_at) VALUES ($1, $2, $3, $4, now())
         ON CONFLICT (tenant_id, purpose) WHERE (retired_at IS NULL) DO NOTHING`;

const KEY_BYTES = 32;
/** Every text that {@link PersonalDataService} encrypts begins with this and the key's id. */
export const PERSONAL_DATA_PREFIX = 'pd:v1';

/** Name under which a tenant's key is wrapped by the master key. */
export const tenantKeyName = (keyId: string): string => `tenant-key/${keyId}`;

/**
 * Encrypts the personal data of a tenant's users with keys of that tenant alone, and makes the keyed hashes by
 * which an address is found again. The keys are created on first use.
 */
@Injectable()
export class PersonalDataService {
  private readonly keys = new Map<string, Promise<TenantKeys>>();
  private readonly columns: readonly EncryptedColumn[];

  constructor(
    private readonly sql: Sql,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    changes: DatabaseChanges,
  ) {
    this.columns = runtime.features.of(ENCRYPTED_COLUMNS);
    changes.on(CHANNELS.tenant, (tenantId) => this.keys.delete(tenantId));
    changes.onLost(() => this.keys.clear());
  }

  /**
   * @param place table, column and row the text is stored in, such as `account/email/<id>`; it opens nowhere else
   * @throws Error when the column is not registered with {@link ENCRYPTED_COLUMNS}: the rotation of keys would miss it
   */
  async encrypt(tenantId: string, place: string, plaintext: string): Promise<string> {
    this.requireRegistered(place);
    const { currentId, data } = await this.load(tenantId);
    const key = data.get(currentId);
    if (!key) throw new SecretUnreadableError(currentId);
    return `${PERSONAL_DATA_PREFIX}:${currentId}:${seal(key, [tenantId, place, currentId], plaintext)}`;
  }

  /** @throws SecretUnreadableError when the text was encrypted with another key, for another place, or was changed */
  async decrypt(tenantId: string, place: string, ciphertext: string): Promise<string> {
    const [scheme, version, keyId = '', body = ''] = ciphertext.split(':');
    const key =
      `${scheme}:${version}` === PERSONAL_DATA_PREFIX
        ? (await this.load(tenantId)).data.get(keyId)
        : undefined;
    const opened = key && open(key, [tenantId, place, keyId], body);
    if (opened === undefined) throw new SecretUnreadableError(keyId);
    return opened;
  }

  /** Keyed hash of an address: the same for the same address whatever its case, useless without the tenant's key. */
  async lookupKey(tenantId: string, email: string): Promise<string> {
    const [current = ''] = await this.lookupKeys(tenantId, email);
    return current;
  }

  /** The hash under the current key first, then under those before it: a rotation may be under way. */
  async lookupKeys(tenantId: string, email: string): Promise<readonly string[]> {
    const { lookups } = await this.load(tenantId);
    const canonical = email.normalize('NFC').toLowerCase();
    return lookups.map((key) => createHmac('sha256', key).update(canonical).digest('base64url'));
  }

  /** Id of the key that encrypts now. */
  async currentKeyId(tenantId: string): Promise<string> {
    return (await this.load(tenantId)).currentId;
  }

  private requireRegistered(place: string): void {
    if (this.columns.some((each) => place.startsWith(`${each.table}/${each.column}/`))) return;
    throw new Error(`"${place}" belongs to no column that a module registers with ENCRYPTED_COLUMNS.`);
  }

  private load(tenantId: string): Promise<TenantKeys> {
    const known = this.keys.get(tenantId);
    if (known) return known;
    const loading = this.readOrMake(tenantId);
    this.keys.set(tenantId, loading);
    loading.catch(() => this.keys.get(tenantId) === loading && this.keys.delete(tenantId));
    return loading;
  }

  private async readOrMake(tenantId: string): Promise<TenantKeys> {
    const found = this.unwrap(tenantId, await this.sql.run<KeyRow>(SELECT, [tenantId]));
    if (found) return found;
    for (const purpose of ['data', 'lookup'] as const) await this.make(tenantId, purpose);
    const made = this.unwrap(tenantId, await this.sql.run<KeyRow>(SELECT, [tenantId]));
    if (!made) throw new Error('The keys of a tenant could not be made.');
    return made;
  }

  private async make(tenantId: string, purpose: TenantKeyPurpose): Promise<void> {
    const id = newId();
    const key = randomBytes(KEY_BYTES).toString('base64');
    const wrapped = this.runtime.keyRing.encrypt(tenantId, tenantKeyName(id), key);
    await this.sql.run(INSERT, [id, tenantId, purpose, wrapped]);
  }

  private unwrap(tenantId: string, rows: readonly KeyRow[]): TenantKeys | undefined {
    const current = (purpose: TenantKeyPurpose): KeyRow | undefined =>
      rows.find((row) => row.purpose === purpose && row.current);
    const [data, lookup] = [current('data'), current('lookup')];
    if (!data || !lookup) return undefined;
    const unwrapped = (row: KeyRow): Buffer =>
      Buffer.from(this.runtime.keyRing.decrypt(tenantId, tenantKeyName(row.id), row.wrapped), 'base64');
    const before = rows.filter((row) => row.purpose === 'lookup' && !row.current);
    return {
      currentId: data.id,
      data: new Map(rows.filter((row) => row.purpose === 'data').map((row) => [row.id, unwrapped(row)])),
      lookups: [lookup, ...before].map(unwrapped),
    };
  }
}
