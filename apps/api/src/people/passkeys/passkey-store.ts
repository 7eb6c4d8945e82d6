import { Inject, Injectable } from '@nestjs/common';
import { PASSKEY_LIMITS } from '@sitedesk/contract/passkeys';
import type { SecondFactorMethod } from '@sitedesk/contract/two-factor';
import { randomBytes } from 'node:crypto';
import { EntityManager, IsNull, MoreThanOrEqual } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { type SecondFactorSource, SecondFactorsService } from '../two-factor/second-factors.service.js';
import { Passkey } from './passkey.entity.js';
import { PasskeyUser } from './passkey-user.entity.js';

const HANDLE = statement('passkey_user_handle')`
INSERT INTO passkey_user AS u (account_id, tenant_id, handle) VALUES ($1, $2, $3)
ON CONFLICT (account_id) DO UPDATE SET handle = u.handle
RETURNING u.handle`;
/** An authenticator that counts counts every use, one that does not always says 0 (WebAuthn 6.1.1). */
const USE = statement('passkey_use')`
UPDATE passkey SET counter = $3::bigint, last_used_at = $4, backed_up = $5
 WHERE id = $1 AND tenant_id = $2 AND flagged_at IS NULL
   AND (counter < $3::bigint OR (counter = 0 AND $3::bigint = 0)) RETURNING 1`;

/** What an authenticator said of itself at a use that was verified. */
interface VerifiedUse {
  readonly counter: number;
  readonly backedUp: boolean;
}

/** Passkeys as rows. */
@Injectable()
export class PasskeyStore implements SecondFactorSource {
  constructor(
    private readonly manager: EntityManager,
    private readonly sql: Sql,
    factors: SecondFactorsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    factors.register(this);
  }

  /** A flagged passkey counts too: the account must not fall back to its password alone because of it. */
  async methodsOf(tenantId: string, accountId: string): Promise<readonly SecondFactorMethod[]> {
    const found = await this.manager.existsBy(Passkey, { tenantId, accountId });
    return found ? ['passkey'] : [];
  }

  async remove(manager: EntityManager, tenantId: string, accountId: string): Promise<void> {
    await manager.delete(Passkey, { tenantId, accountId });
  }

  /** The passkeys of an account, the oldest first. */
  list(tenantId: string, accountId: string): Promise<readonly Passkey[]> {
    return this.manager.find(Passkey, {
      where: { tenantId, accountId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  findByCredential(tenantId: string, credentialId: string): Promise<Passkey | null> {
    return this.manager.findOneBy(Passkey, { tenantId, credentialId });
  }

  /** What authenticators call the account; created on first use. Base64url. */
  async handleOf(tenantId: string, accountId: string): Promise<string> {
    const fresh = randomBytes(PASSKEY_LIMITS.userHandleOctets).toString('base64url');
    const [row] = await this.sql.run<{ handle: string }>(HANDLE, [accountId, tenantId, fresh]);
    return row?.handle ?? fresh;
  }

  /** Lets changes of an account's passkeys come one after the other, as part of a transaction. */
  async lock(manager: EntityManager, tenantId: string, accountId: string): Promise<void> {
    await manager.findOne(PasskeyUser, {
      where: { tenantId, accountId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Whether an account is known to authenticators by this handle. */
  async isHandleOf(tenantId: string, accountId: string, handle: string): Promise<boolean> {
    return this.manager.existsBy(PasskeyUser, { tenantId, accountId, handle });
  }

  /** Notes a use that was verified; false when its counter has gone back, or the passkey is flagged or gone. */
  async use(tenantId: string, { id }: Passkey, { counter, backedUp }: VerifiedUse): Promise<boolean> {
    const now = new Date(this.clock.now());
    return (await this.sql.run(USE, [id, tenantId, counter, now, backedUp])).length > 0;
  }

  /** Refuses a passkey from now on, as part of a transaction; false when it is refused already, or gone. */
  async flag(manager: EntityManager, tenantId: string, id: string, counter: number): Promise<boolean> {
    const wentBack = { id, tenantId, flaggedAt: IsNull(), counter: MoreThanOrEqual(counter) };
    const { affected } = await manager.update(Passkey, wentBack, { flaggedAt: new Date(this.clock.now()) });
    return affected === 1;
  }
}
