import { Injectable } from '@nestjs/common';
import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import type { EntityManager } from 'typeorm';
import { Sql, statement } from '../../platform/database/sql.js';
import { hashRecoveryCode, newRecoveryCode } from './recovery-code.js';
import { RecoveryCode } from './recovery-code.entity.js';

const USE = statement('recovery_code_use')`
DELETE FROM recovery_code WHERE account_id = $1 AND code_hash = $2 AND tenant_id = $3 RETURNING 1`;
const COUNT = statement('recovery_code_count')`
SELECT count(*)::int AS left FROM recovery_code WHERE account_id = $1 AND tenant_id = $2`;

/** The way back in for who has lost the phone. */
@Injectable()
export class RecoveryCodesService {
  constructor(private readonly sql: Sql) {}

  /** Makes ten new codes as part of a transaction; all earlier ones are void. They are shown this once. */
  async replace(manager: EntityManager, tenantId: string, accountId: string): Promise<readonly string[]> {
    await this.remove(manager, tenantId, accountId);
    const codes = Array.from({ length: TWO_FACTOR.recoveryCodes.count }, newRecoveryCode);
    const rows = codes.map((code) => ({ tenantId, accountId, codeHash: hashRecoveryCode(code) ?? '' }));
    await manager.insert(RecoveryCode, rows);
    return codes;
  }

  /** Uses a code up; false when the account has no such code. Of several who use it at once, one succeeds. */
  async use(tenantId: string, accountId: string, code: string): Promise<boolean> {
    const hash = hashRecoveryCode(code);
    return hash !== undefined && (await this.sql.run(USE, [accountId, hash, tenantId])).length > 0;
  }

  async left(tenantId: string, accountId: string): Promise<number> {
    const [row] = await this.sql.run<{ left: number }>(COUNT, [accountId, tenantId]);
    return row?.left ?? 0;
  }

  async remove(manager: EntityManager, tenantId: string, accountId: string): Promise<void> {
    await manager.delete(RecoveryCode, { tenantId, accountId });
  }
}
