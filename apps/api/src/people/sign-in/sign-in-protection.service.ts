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

const GUESS_FROM_NETWORK = statement('sign_in_guess_network')`
INSERT INTO sign_in_failure AS f (tenant_id, email_key, address, failures, last_at) VALUES ($1, $2, $3, 1, $4)
ON CONFLICT (tenant_id, email_key, address) DO UPDATE SET
  failures = CASE WHEN f.last_at < $5 THEN 1 ELSE f.failures + 1 END, last_at = EXCLUDED.last_at
  WHERE f.failures < $6 OR f.last_at < $5 OR
    f.last_at + least($7 * power(2, least(f.failures - $6, 30)), $8) * interval '1 second' <= EXCLUDED.last_at
RETURNING 1`;
const GUESS_ON_ACCOUNT = statement('sign_in_guess_account')`
UPDATE account SET failed_sign_ins = failed_sign_ins + 1 WHERE id = $1 AND tenant_id = $2 AND failed_sign_ins < $3 RETURNING 1`;
const RIGHT_ON_ACCOUNT = statement('sign_in_right_account')`
UPDATE account SET failed_sign_ins = greatest(failed_sign_ins - 1, 0) WHERE id = $1 AND tenant_id = $2`;
const GUESS_IN_BROWSER = statement('sign_in_guess_browser')`
UPDATE known_device SET failures = failures + 1, last_used_at = $4
 WHERE token_hash = $1 AND tenant_id = $2 AND account_id = $3 AND last_used_at > $5 AND failures < $6 RETURNING 1`;
const RIGHT_IN_BROWSER = statement('sign_in_right_browser')`
UPDATE known_device SET failures = 0 WHERE token_hash = $1 AND tenant_id = $2`;
const TAKE_BACK_IN_BROWSER = statement('sign_in_take_back_browser')`
UPDATE known_device SET failures = greatest(failures - 1, 0) WHERE token_hash = $1 AND tenant_id = $2`;
const TAKE_BACK_FROM_NETWORKS = statement('sign_in_take_back_network')`
UPDATE sign_in_failure SET failures = failures - 1
 WHERE tenant_id = $1 AND email_key = $2 AND address = ANY ($3) AND failures > 0`;
const COUNT_ON_ACCOUNT = statement('sign_in_count')`
UPDATE account SET failed_sign_ins = failed_sign_ins + 1 WHERE id = $1 AND tenant_id = $2`;
const FORGET = statement('sign_in_forget')`
DELETE FROM sign_in_failure WHERE tenant_id = $1 AND email_key = $2 AND address = ANY ($3)`;
const RESET = statement('sign_in_reset')`
UPDATE account SET failed_sign_ins = 0 WHERE id = $1 AND tenant_id = $2 AND failed_sign_ins > 0`;
const REMEMBER = statement('known_device_remember')`
INSERT INTO known_device (token_hash, tenant_id, account_id, last_used_at) VALUES ($1, $2, $3, $4)
 ON CONFLICT (token_hash) DO UPDATE SET last_used_at = EXCLUDED.last_used_at, failures = 0
  WHERE known_device.tenant_id = EXCLUDED.tenant_id AND known_device.account_id = EXCLUDED.account_id
 RETURNING 1`;
const SWEEP = statement('sign_in_sweep')`DELETE FROM sign_in_failure WHERE last_at < $1`;
const SWEEP_DEVICES = statement('known_device_sweep')`DELETE FROM known_device WHERE last_used_at < $1`;

const SWEEP_EVERY_MS = 60 * 60 * 1_000;
const {
  freeFailures,
  siteFreeFailures,
  delaySeconds,
  maxDelaySeconds,
  maxConsecutiveFailures,
  deviceDays,
  memorySeconds,
} = SIGN_IN_PROTECTION;

/** Where a guess that is let through was counted: on the browser alone, or on its network and the account. */
export type GuessCount = 'browser' | 'network';

/** Whether a guess may be looked at. */
type Admission =
  | { readonly counted: GuessCount; readonly refused?: never }
  | { readonly refused: string; readonly counted?: never };

/** What came of a guess at a password; `refused` says why a guess counts as wrong whatever it was. */
interface Guess {
  readonly isRight: boolean;
  readonly refused?: string;
}

/**
 * Slows guessing down without giving strangers a way to lock the owner out. First tier: after five wrong guesses
 * for an address from one network every further try there has to wait, doubling; elsewhere nobody waits. Second tier (NIST SP
 * 800-63B): after a hundred wrong guesses in a row, wherever from, the password is refused until it is reset; passkeys and
 * the reset by email stay open. A browser in which the owner has signed in before has a hundred guesses of its own, and what
 * strangers do counts neither there nor against it. Every guess is counted before it is looked at, so that guesses made at
 * once cannot all be the last one.
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

  /**
   * Counts a guess at a password, looks at it, and forgets the wrong ones from there when it was right. Those on the account
   * stay until the second factor was right too.
   * @param verify throws when it could not look, as with too many waiting: such a guess does not count
   */
  async guess(
    tenantId: string,
    attempt: SignInAttempt,
    account: Account | null,
    verify: () => Promise<boolean>,
  ): Promise<Guess> {
    const { counted, refused } = await this.admit(tenantId, attempt, account);
    let isRight: boolean;
    try {
      isRight = await verify(); // the same work whatever the answer will be
    } catch (error) {
      if (counted) await this.takeBack(tenantId, attempt, account, counted);
      throw error;
    }
    if (!counted) return { isRight: false, refused };
    if (isRight && account) {
      await this.sql.run(FORGET, await this.networkKeyOf(tenantId, attempt));
      await this.wasRight(tenantId, account.id, attempt.deviceToken, counted);
    }
    return { isRight };
  }

  private async admit(tenantId: string, attempt: SignInAttempt, account: Account | null): Promise<Admission> {
    if (account && (await this.countInBrowser(tenantId, account.id, attempt.deviceToken)))
      return { counted: 'browser' };
    if (isLocked(account)) return LOCKED;
    const now = this.clock.now();
    const since = [new Date(now), new Date(now - memorySeconds * 1_000)];
    const emailKey = await this.emailKeyOf(tenantId, attempt);
    for (const { address, free } of networksOf(attempt.clientAddress)) {
      const values = [tenantId, emailKey, address, ...since, free, delaySeconds, maxDelaySeconds];
      if ((await this.sql.run(GUESS_FROM_NETWORK, values)).length === 0)
        return { refused: 'too many wrong passwords from there' };
    }
    if (account && !(await this.countOnAccount(tenantId, account.id))) return LOCKED;
    return { counted: 'network' };
  }

  private async takeBack(
    tenantId: string,
    attempt: SignInAttempt,
    account: Account | null,
    counted: GuessCount,
  ): Promise<void> {
    if (counted === 'browser') {
      await this.sql.run(TAKE_BACK_IN_BROWSER, [hashToken(attempt.deviceToken ?? ''), tenantId]);
      return;
    }
    await this.sql.run(TAKE_BACK_FROM_NETWORKS, await this.networkKeyOf(tenantId, attempt));
    if (account) await this.sql.run(RIGHT_ON_ACCOUNT, [account.id, tenantId]);
  }

  /**
   * Counts a guess at the code of a second factor like one at a password: anyone who has the password gets a hundred codes
   * in a row, and not five with every sign-in. Undefined when there are none left.
   */
  async admitCode(
    tenantId: string,
    accountId: string,
    deviceToken: string | undefined,
  ): Promise<GuessCount | undefined> {
    if (await this.countInBrowser(tenantId, accountId, deviceToken)) return 'browser';
    return (await this.countOnAccount(tenantId, accountId)) ? 'network' : undefined;
  }

  /** Takes back the count of a guess that was right. */
  async wasRight(
    tenantId: string,
    accountId: string,
    deviceToken: string | undefined,
    counted: GuessCount,
  ): Promise<void> {
    if (counted === 'network') await this.sql.run(RIGHT_ON_ACCOUNT, [accountId, tenantId]);
    else await this.sql.run(RIGHT_IN_BROWSER, [hashToken(deviceToken ?? ''), tenantId]);
  }

  /** The whole of a sign-in with a password has succeeded. */
  async signedIn(tenantId: string, accountId: string): Promise<void> {
    await this.sql.run(RESET, [accountId, tenantId]);
  }

  /** Counts a wrong code in a session, which five of them end. */
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

  private async countInBrowser(
    tenantId: string,
    accountId: string,
    deviceToken: string | undefined,
  ): Promise<boolean> {
    if (deviceToken === undefined) return false;
    const now = this.clock.now();
    const usedSince = new Date(now - deviceDays * 86_400_000);
    const values = [hashToken(deviceToken), tenantId, accountId, new Date(now), usedSince];
    return (await this.sql.run(GUESS_IN_BROWSER, [...values, maxConsecutiveFailures])).length > 0;
  }

  private async countOnAccount(tenantId: string, accountId: string): Promise<boolean> {
    const values = [accountId, tenantId, maxConsecutiveFailures];
    return (await this.sql.run(GUESS_ON_ACCOUNT, values)).length > 0;
  }

  private async networkKeyOf(tenantId: string, attempt: SignInAttempt): Promise<unknown[]> {
    const addresses = networksOf(attempt.clientAddress).map(({ address }) => address);
    return [tenantId, await this.emailKeyOf(tenantId, attempt), addresses];
  }

  private emailKeyOf(tenantId: string, { email }: SignInAttempt): Promise<string> {
    return this.personalData.lookupKey(tenantId, canonicalEmail(email));
  }

  private async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.sql.run(SWEEP, [new Date(now - memorySeconds * 1_000)]);
    await this.sql.run(SWEEP_DEVICES, [new Date(now - deviceDays * 86_400_000)]);
  }
}

const LOCKED = { refused: 'locked after too many wrong passwords' } as const;

/** The networks that a guess is counted for. Who has one IPv6 /64 may have the others of its /48 too. */
function networksOf(clientAddress: string): readonly { readonly address: string; readonly free: number }[] {
  const nearest = { address: throttleAddress(clientAddress), free: freeFailures };
  if (!clientAddress.includes(':')) return [nearest];
  return [nearest, { address: throttleAddress(clientAddress, 48), free: siteFreeFailures }];
}

/** Whether the password of an account is refused until it is reset. */
export const isLocked = (account: Pick<Account, 'failedSignIns'> | null): boolean =>
  account !== null && account.failedSignIns >= maxConsecutiveFailures;
