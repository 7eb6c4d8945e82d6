import { Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS, type Proofs } from '@sitedesk/contract/identity';
import { EntityManager } from 'typeorm';
import { WrongState } from '../../platform/http/problem.js';

/** With what people can sign in to their accounts. */
@Injectable()
export class SignInMethodsService {
  constructor(private readonly manager: EntityManager) {}

  /** What an account can be asked for now. */
  async proofsOf(tenantId: string, accountId: string): Promise<Proofs> {
    const [row] = await this.manager.query<readonly Proofs[]>(PROOFS, [accountId, tenantId]);
    return row ?? { password: false, passkey: false, providers: [] };
  }

  /**
   * Whether a link to the address may set a first password. Not for who comes through a provider, which decides whether
   * they may; who has a passkey alone still needs it, or a recovery code, beside the password.
   */
  async mayBeginByLink(tenantId: string, accountId: string): Promise<boolean> {
    const rows = await this.manager.query<readonly unknown[]>(
      'SELECT 1 FROM external_identity WHERE tenant_id = $1 AND account_id = $2 LIMIT 1',
      [tenantId, accountId],
    );
    return rows.length === 0;
  }

  /**
   * Call it inside the transaction and before the removal: two removals at once follow each other. A flagged passkey and
   * an identity at a provider that is switched off open nothing, so they do not count.
   * @param removedId of the passkey or identity
   * @throws WrongState unless a password, a passkey or an identity remains
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
      accountId,
      tenantId,
      removedId,
    ]);
    if (!left?.any) throw new WrongState(IDENTITY_TEXTS.lastSignInMethod);
  }
}

const PROOFS = `
SELECT a.password_hash IS NOT NULL AS password,
       EXISTS (SELECT 1 FROM passkey k
                WHERE k.account_id = a.id AND k.tenant_id = a.tenant_id AND k.flagged_at IS NULL) AS passkey,
       ARRAY(SELECT json_build_object('id', p.id, 'name', p.name) FROM identity_provider p
              WHERE p.tenant_id = a.tenant_id AND p.enabled
                AND EXISTS (SELECT 1 FROM external_identity e
                             WHERE e.provider_id = p.id AND e.account_id = a.id AND e.tenant_id = a.tenant_id)
              ORDER BY p.name, p.id) AS providers
  FROM account a WHERE a.id = $1 AND a.tenant_id = $2`;

const LEFT = `
SELECT EXISTS (SELECT 1 FROM account WHERE id = $1 AND tenant_id = $2 AND password_hash IS NOT NULL)
    OR EXISTS (SELECT 1 FROM passkey WHERE account_id = $1 AND tenant_id = $2 AND flagged_at IS NULL AND id <> $3)
    OR EXISTS (SELECT 1 FROM external_identity e JOIN identity_provider p ON p.id = e.provider_id
                WHERE e.account_id = $1 AND e.tenant_id = $2 AND p.enabled AND e.id <> $3) AS any`;
