import { HttpStatus, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS } from '@sitedesk/contract';
import type { EntityManager } from 'typeorm';
import { ProblemException } from '../common/problem.js';

/** Nobody could sign in to the account any more (409). */
export class LastWayIn extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, 'wrong-state', IDENTITY_TEXTS.lastWayIn);
  }
}

/** With what people can sign in to their accounts. */
@Injectable()
export class WaysIn {
  /**
   * Call it inside the transaction and before the removal: two removals at once follow each other. A flagged passkey and
   * an identity at a provider that is switched off open nothing, so they do not count.
   * @param removedId of the passkey or identity
   * @throws LastWayIn unless a password, a passkey or an identity remains
   */
  async requireAnother(
    manager: EntityManager,
    tenantId: string,
    accountId: string,
    removedId: string,
  ): Promise<void> {
    await manager.query('SELECT 1 FROM account WHERE id = $1 AND tenant_id = $2 FOR NO KEY UPDATE', [
      accountId,
      tenantId,
    ]);
    const [left]: readonly { readonly any: boolean }[] = await manager.query(LEFT, [
      ...[accountId, tenantId, removedId],
    ]);
    if (!left?.any) throw new LastWayIn();
  }
}

const LEFT = `
SELECT EXISTS (SELECT 1 FROM account WHERE id = $1 AND tenant_id = $2 AND password_hash IS NOT NULL)
    OR EXISTS (SELECT 1 FROM passkey WHERE account_id = $1 AND tenant_id = $2 AND flagged_at IS NULL AND id <> $3)
    OR EXISTS (SELECT 1 FROM external_identity e JOIN identity_provider p ON p.id = e.provider_id
                WHERE e.account_id = $1 AND e.tenant_id = $2 AND p.enabled AND e.id <> $3) AS any`;
