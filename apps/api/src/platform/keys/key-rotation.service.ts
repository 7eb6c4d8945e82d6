import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { systemContext } from '../http/request-context.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { newId } from '../core/id.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';
import { settingKey } from '../settings/setting-values.js';
import { type EncryptedColumn, ENCRYPTED_COLUMNS } from './encrypted-columns.js';
import { PersonalDataService, PERSONAL_DATA_PREFIX, tenantKeyName } from './personal-data.service.js';

/** How many stored texts each key holds. */
interface KeyUse {
  readonly key: string;
  readonly texts: number;
}

interface RotationResult {
  /** Settings and tenants' keys that were wrapped again by the current master key. */
  readonly rewrapped: number;
  /** Personal texts that were encrypted again. */
  readonly reencrypted: number;
}

interface IdentifiedText {
  readonly id: string;
  readonly text: string;
}

const BATCH = 500;
/** Instances hear of a new key within this time; what they wrote with the old one in the meantime is found by the next pass. */
const SPREAD_MS = 1_000;
const KEY_BYTES = 32;

/**
 * Exchanges keys while the product serves. Every text is opened with its old key and stored with the new one only
 * if it has not changed in the meantime, so that a save by a person never loses against the rotation.
 */
@Injectable()
export class KeyRotationService {
  private readonly columns: readonly EncryptedColumn[];

  constructor(
    private readonly manager: EntityManager,
    private readonly personalData: PersonalDataService,
    private readonly changes: DatabaseChanges,
    private readonly auditLog: AuditLogService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {
    this.columns = runtime.features.of(ENCRYPTED_COLUMNS);
  }

  /** New data and lookup keys for every tenant, and everything under the current master key. */
  async rotate(): Promise<RotationResult> {
    const tenants = await this.query<{ id: string }>('SELECT id FROM tenant ORDER BY id');
    let reencrypted = 0;
    for (const { id } of tenants) reencrypted += await this.rotateTenant(id);
    const rewrapped = (await this.rewrapSettings()) + (await this.rewrapTenantKeys());
    return { rewrapped, reencrypted };
  }

  /** What each master key and each tenant's key still holds. A master key that holds nothing can be taken away. */
  async status(): Promise<readonly KeyUse[]> {
    const counts = [
      `SELECT 'master key ' || split_part(value, ':', 3) AS key, count(*)::int AS texts FROM setting
        WHERE value LIKE 'enc:v1:%' GROUP BY 1`,
      `SELECT 'master key ' || split_part(wrapped_key, ':', 3) AS key, count(*)::int AS texts FROM tenant_key GROUP BY 1`,
      ...this.columns.map(
        ({ table, column }) =>
          `SELECT CASE WHEN k.retired_at IS NULL THEN 'current keys of tenants' ELSE 'retired keys of tenants' END AS key,
                  count(*)::int AS texts
             FROM "${table}" t JOIN tenant_key k ON k.id::text = split_part(t."${column}", ':', 3) GROUP BY 1`,
      ),
    ];
    const uses = new Map<string, number>();
    for (const count of counts) {
      for (const { key, texts } of await this.query<KeyUse>(count))
        uses.set(key, (uses.get(key) ?? 0) + texts);
    }
    return [...uses].sort().map(([key, texts]) => ({ key, texts }));
  }

  private async rotateTenant(tenantId: string): Promise<number> {
    await this.personalData.lookupKey(tenantId, ''); // makes the first keys of a tenant that has none
    await this.manager.transaction(async (manager) => {
      await manager.query(
        `UPDATE tenant_key SET retired_at = now() WHERE tenant_id = $1 AND retired_at IS NULL`,
        [tenantId],
      );
      for (const purpose of ['data', 'lookup']) {
        const id = newId();
        const key = randomBytes(KEY_BYTES).toString('base64');
        const wrapped = this.runtime.keyRing.encrypt(tenantId, tenantKeyName(id), key);
        await manager.query(
          `INSERT INTO tenant_key (id, tenant_id, purpose, wrapped_key, created_at) VALUES ($1, $2, $3, $4, now())`,
          [id, tenantId, purpose, wrapped],
        );
      }
      await this.auditLog.record(systemContext(tenantId, 'keys rotate'), { action: 'keys.rotate' }, manager);
    });
    await this.changes.announce(CHANNELS.tenant, tenantId);
    const first = await this.reencryptTenant(tenantId);
    await new Promise((resolve) => setTimeout(resolve, SPREAD_MS));
    return first + (await this.reencryptTenant(tenantId));
  }

  private async reencryptTenant(tenantId: string): Promise<number> {
    let count = 0;
    for (const column of this.columns) {
      count += await this.rehashColumn(tenantId, column);
      count += await this.reencryptColumn(tenantId, column);
    }
    return count;
  }

  private async reencryptColumn(tenantId: string, column: EncryptedColumn): Promise<number> {
    const { table, idColumn = 'id' } = column;
    const place = `${table}/${column.column}`;
    const current = `${PERSONAL_DATA_PREFIX}:${await this.personalData.currentKeyId(tenantId)}:`;
    return this.eachBatch(
      `SELECT "${idColumn}" AS id, "${column.column}" AS text FROM "${table}"
        WHERE tenant_id = $1 AND "${column.column}" LIKE '${PERSONAL_DATA_PREFIX}:%'
          AND NOT starts_with("${column.column}", $2) AND "${idColumn}" > $3
        ORDER BY "${idColumn}" LIMIT ${BATCH}`,
      [tenantId, current],
      async ({ id, text }) => {
        const opened = await this.personalData.decrypt(tenantId, `${place}/${id}`, text);
        const sealed = await this.personalData.encrypt(tenantId, `${place}/${id}`, opened);
        return this.replace(
          { table, idColumn, column: column.column },
          { tenantId, id, from: text, to: sealed },
        );
      },
    );
  }

  /** What is found by a keyed hash gets that of the new lookup key. */
  private async rehashColumn(tenantId: string, column: EncryptedColumn): Promise<number> {
    const { table, idColumn = 'id', lookupColumn } = column;
    const place = `${table}/${column.column}`;
    if (lookupColumn === undefined) return 0;
    return this.eachBatch(
      `SELECT "${idColumn}" AS id, "${column.column}" AS text, "${lookupColumn}" AS lookup FROM "${table}"
        WHERE tenant_id = $1 AND "${idColumn}" > $2 ORDER BY "${idColumn}" LIMIT ${BATCH}`,
      [tenantId],
      async ({ id, text, lookup }: IdentifiedText & { readonly lookup: string }) => {
        const opened = await this.personalData.decrypt(tenantId, `${place}/${id}`, text);
        const to = await this.personalData.lookupKey(tenantId, opened);
        if (to === lookup) return false;
        return this.replace({ table, idColumn, column: lookupColumn }, { tenantId, id, from: lookup, to });
      },
    );
  }

  private rewrapSettings(): Promise<number> {
    const { keyRing } = this.runtime;
    return this.eachBatch(
      `SELECT id, value AS text, tenant_id AS "tenantId", "group", name FROM setting
        WHERE value LIKE 'enc:v1:%' AND NOT starts_with(value, $1) AND id > $2 ORDER BY id LIMIT ${BATCH}`,
      [`enc:v1:${keyRing.currentKeyId}:`],
      async (
        row: IdentifiedText & { readonly tenantId: string; readonly group: string; readonly name: string },
      ) => {
        const key = settingKey(row.group, row.name);
        const to = keyRing.encrypt(row.tenantId, key, keyRing.decrypt(row.tenantId, key, row.text));
        const place = { table: 'setting', idColumn: 'id', column: 'value' };
        return this.replace(place, { tenantId: row.tenantId, id: row.id, from: row.text, to });
      },
    );
  }

  private rewrapTenantKeys(): Promise<number> {
    const { keyRing } = this.runtime;
    return this.eachBatch(
      `SELECT id, wrapped_key AS text, tenant_id AS "tenantId" FROM tenant_key
        WHERE NOT starts_with(wrapped_key, $1) AND id > $2 ORDER BY id LIMIT ${BATCH}`,
      [`enc:v1:${keyRing.currentKeyId}:`],
      async ({ id, text, tenantId }: IdentifiedText & { readonly tenantId: string }) => {
        const to = keyRing.encrypt(
          tenantId,
          tenantKeyName(id),
          keyRing.decrypt(tenantId, tenantKeyName(id), text),
        );
        const place = { table: 'tenant_key', idColumn: 'id', column: 'wrapped_key' };
        return this.replace(place, { tenantId, id, from: text, to });
      },
    );
  }

  /** Walks rows by id in batches; the statement's last parameter is the id to go on after. */
  private async eachBatch<Row extends IdentifiedText>(
    statement: string,
    parameters: readonly unknown[],
    change: (row: Row) => Promise<boolean>,
  ): Promise<number> {
    let changed = 0;
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await this.query<Row>(statement, [...parameters, after]);
      for (const row of rows) if (await change(row)) changed += 1;
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return changed;
      after = last.id;
    }
  }

  /** Names of tables and columns are ours; every value is a parameter. */
  private async replace(
    place: { readonly table: string; readonly idColumn: string; readonly column: string },
    values: { readonly tenantId: string; readonly id: string; readonly from: string; readonly to: string },
  ): Promise<boolean> {
    const { table, idColumn, column } = place;
    const rows = await this.query(
      `WITH changed AS (
         UPDATE "${table}" SET "${column}" = $4
          WHERE tenant_id = $1 AND "${idColumn}" = $2 AND "${column}" = $3 RETURNING 1)
       SELECT 1 FROM changed`,
      [values.tenantId, values.id, values.from, values.to],
    );
    return rows.length > 0;
  }

  private query<Row>(statement: string, parameters: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.manager.query<Row[]>(statement, [...parameters]);
  }
}
