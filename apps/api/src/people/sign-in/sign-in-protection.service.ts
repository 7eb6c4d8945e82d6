import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SIGN_IN_PROTECTION } from '@sitedesk/contract/identity';
import type { EntityManager } from 'typeorm';
import { throttleAddress } from '../../platform/http/client-address.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import type { Account } from '../accounts/account.entity.js';
import { canonicalEmail } from '../accounts/accounts.service.js';
import { hashToken, newToken } from '../../platform/core/tokens.js';

/** A try to sign in with a password: who is guessed at, and from where. */
interface SignInAttempt {
  readonly email: string;
  readonly clientAddress: string;
  /** What the browser keeps from an earlier sign-in. */
  readonly deviceToken: string | undefined;
}

const FAILURES = statement('sign_in_failures')`
SELECT failures, last_at FROM sign_in_failure WHERE tenant_id = $1 AND email_key = $2 AND address = $3`;
const FAILED = statement('sign_in_failed')`
INSERT INTO sign_in_failure AS f (tenant_id, email_key, address, failures, last_at) VALUES ($1, $2, $3, 1, $4)
ON CONFLICT (tenant_id, email_key, address) DO UPDATE SET
  failures = CASE WHEN f.last_at < $5 THEN 1 ELSE f.failures + 1 END, last_at = EXCLUDED.last_at`;
const COUNT_ON_ACCOUNT = statement('sign_in_count')`
UPDATE account SET failed_sign_ins = failed_sign_ins + 1 WHERE id = $1 AND tenant_id = $2`;
const FORGET = statement('sign_in_forget')`
DELETE FROM sign_in_failure WHERE tenant_id = $1 AND email_key = $2 AND address = $3`;
const RESET = statement('sign_in_reset')`
UPDATE account SET failed_sign_ins = 0 WHERE id = $1 AND tenant_id = $2 AND failed_sign_ins > 0`;
const KNOWN = statement('known_device_use')`
UPDATE known_device SET last_used_at = $4 WHERE token_hash = $1 AND tenant_id = $2 AND account_id = $3
 AND last_used_at > $5 RETURNING 1`;
const REMEMBER = statement('known_device_remember')`
INSERT INTO known_device (token_hash, tenant_id, account_id, last_used_at) VALUES ($1, $2, $3, $4)
 ON CONFLICT (token_hash) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
  WHERE known_device.tenant_id = EXCLUDED.tenant_id AND known_device.account_id = EXCLUDED.account_id
 RETURNING 1`;
const SWEEP = statement('sign_in_sweep')`DELETE FROM sign_in_failure WHERE last_at < $1`;
const SWEEP_DEVICES = statement('known_device_sweep')`DELETE FROM known_device WHERE last_used_at < $1`;

const SWEEP_EVERY_MS = 60 * 60 * 1_000;
const { freeFailures, delaySeconds, maxDelaySeconds, maxConsecutiveFailures, deviceDays, memorySeconds } =
  SIGN_IN_PROTECTION;

/**
 * Slows guessing down without giving strangers a way to lock the owner out. First tier: after five wrong guesses
 * for an address from one network every further try there has to wait, doubling; elsewhere nobody waits, nor does a
 * browser in which the owner has signed in before. Second tier (NIST SP 800-63B): after a hundred wrong guesses in a row,
 * wherever from, the password is refused until it is reset; passkeys and the reset by email stay open.
 */
@Injectable()
export class SignInProtectionService implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly personalData: PersonalDataService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.log.warn({ event: 'sign_in.sweep_failed', err: error }));
    }, SWEEP_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Why a password is not even checked now, or undefined. */
  async refusal(
    tenantId: string,
    attempt: SignInAttempt,
    account: Account | null,
  ): Promise<string | undefined> {
    if (isLocked(account)) return 'locked after too many wrong passwords';
    const [row] = await this.sql.run<{ failures: number; last_at: Date }>(
      FAILURES,
      await this.keyOf(tenantId, attempt),
    );
    if (!row || row.failures < freeFailures) return undefined;
    const delay = Math.min(delaySeconds * 2 ** (row.failures - freeFailures), maxDelaySeconds);
    if (this.clock.now() >= row.last_at.getTime() + delay * 1_000) return undefined;
    return (await this.isKnownDevice(tenantId, attempt, account))
      ? undefined
      : 'too many wrong passwords from there';
  }

  async failed(tenantId: string, attempt: SignInAttempt, account: Account | null): Promise<void> {
    const now = this.clock.now();
    const forgetBefore = new Date(now - memorySeconds * 1_000);
    await this.sql.run(FAILED, [...(await this.keyOf(tenantId, attempt)), new Date(now), forgetBefore]);
    if (account) await this.sql.run(COUNT_ON_ACCOUNT, [account.id, tenantId]);
  }

  /** The password was right, and nothing else is due: forgets what was counted against it. */
  async succeeded(tenantId: string, attempt: SignInAttempt, account: Account): Promise<void> {
    await this.passwordWasRight(tenantId, attempt);
    await this.signedIn(tenantId, account.id);
  }

  /** Forgets the wrong guesses from there. Those on the account stay until the second factor was right too. */
  async passwordWasRight(tenantId: string, attempt: SignInAttempt): Promise<void> {
    await this.sql.run(FORGET, await this.keyOf(tenantId, attempt));
  }

  /** The whole of a sign-in with a password has succeeded. */
  async signedIn(tenantId: string, accountId: string): Promise<void> {
    await this.sql.run(RESET, [accountId, tenantId]);
  }

  /**
   * Counts a wrong code of the second factor on the account like a wrong password: anyone who has the password gets a
   * hundred codes in a row, and not five with every sign-in.
   */
  async countWrongCode(tenantId: string, accountId: string): Promise<void> {
    await this.sql.run(COUNT_ON_ACCOUNT, [accountId, tenantId]);
  }

  /** Signed in, whatever the way: from now on this browser is known. Resolves to what it has to keep. */
  async remember(tenantId: string, accountId: string, deviceToken: string | undefined): Promise<string> {
    const now = new Date(this.clock.now());
    const token = deviceToken ?? newToken();
    const known = await this.sql.run(REMEMBER, [hashToken(token), tenantId, accountId, now]);
    if (known.length > 0) return token;
    const own = newToken(); // the one it holds is another account's
    await this.sql.run(REMEMBER, [hashToken(own), tenantId, accountId, now]);
    return own;
  }

  /** A new password: old guesses do not count against it, and no browser is known anymore. */
  async forgetAll(manager: EntityManager, tenantId: string, accountId: string): Promise<void> {
    await manager.query('UPDATE account SET failed_sign_ins = 0 WHERE id = $1 AND tenant_id = $2', [
      accountId,
      tenantId,
    ]);
    await manager.query('DELETE FROM known_device WHERE account_id = $1 AND tenant_id = $2', [
      accountId,
      tenantId,
    ]);
  }

  private async isKnownDevice(
    tenantId: string,
    attempt: SignInAttempt,
    account: Account | null,
  ): Promise<boolean> {
    if (!account || attempt.deviceToken === undefined) return false;
    const now = this.clock.now();
    const usedSince = new Date(now - deviceDays * 86_400_000);
    const values = [hashToken(attempt.deviceToken), tenantId, account.id, new Date(now), usedSince];
    return (await this.sql.run(KNOWN, values)).length > 0;
  }

  private async keyOf(tenantId: string, { email, clientAddress }: SignInAttempt): Promise<readonly string[]> {
    const emailKey = await this.personalData.lookupKey(tenantId, canonicalEmail(email));
    return [tenantId, emailKey, throttleAddress(clientAddress)];
  }

  private async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.sql.run(SWEEP, [new Date(now - memorySeconds * 1_000)]);
    await this.sql.run(SWEEP_DEVICES, [new Date(now - deviceDays * 86_400_000)]);
  }
}

/** Whether the password of an account is refused until it is reset. */
export const isLocked = (account: Pick<Account, 'failedSignIns'> | null): boolean =>
  account !== null && account.failedSignIns >= maxConsecutiveFailures;
