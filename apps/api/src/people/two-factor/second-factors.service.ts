import { HttpStatus, Injectable } from '@nestjs/common';
import type { SignInMethod } from '@sitedesk/contract/identity';
import { problemCode } from '@sitedesk/contract/problems';
import { type SecondFactorMethod, TWO_FACTOR_TEXTS } from '@sitedesk/contract/two-factor';
import type { EntityManager } from 'typeorm';
import { ProblemException } from '../../platform/http/problem.js';
import type { SessionPrincipal } from '../../platform/http/principal.js';
import { RecoveryCodesService } from './recovery-codes.service.js';

/** A kind of second factor: authenticator apps, passkeys. */
export interface SecondFactorSource {
  /** What of this kind the account can be asked for; empty when it has none. */
  methodsOf(tenantId: string, accountId: string): Promise<readonly SecondFactorMethod[]>;
  /** Removes all of this kind from the account, as part of a transaction. */
  remove(manager: EntityManager, tenantId: string, accountId: string): Promise<unknown>;
}

/** Without a second factor the password would be too short (409). */
export class PasswordTooShort extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, problemCode('password-too-short'), TWO_FACTOR_TEXTS.passwordTooShort);
  }
}

/** Sign-ins that prove two things at once: a passkey is something one has, opened by something one is or knows. */
const COMPLETE: ReadonlySet<SignInMethod> = new Set(['otp', 'recovery', 'passkey']);

/** What accounts have beside their passwords. Each kind registers itself. */
@Injectable()
export class SecondFactorsService {
  private readonly sources: SecondFactorSource[] = [];

  constructor(private readonly recoveryCodes: RecoveryCodesService) {}

  register(source: SecondFactorSource): void {
    this.sources.push(source);
  }

  /** What the account can be asked for after a password; empty when it has no second factor. */
  async methodsOf(tenantId: string, accountId: string): Promise<readonly SecondFactorMethod[]> {
    const factors = await this.factorsOf(tenantId, accountId);
    if (factors.length === 0) return [];
    return (await this.recoveryCodes.left(tenantId, accountId)) > 0 ? [...factors, 'recovery'] : factors;
  }

  /** What a sign-in that came this far still has to be asked for; empty when it is complete. */
  async dueAfter(
    tenantId: string,
    accountId: string,
    methods: readonly SignInMethod[],
  ): Promise<readonly SecondFactorMethod[]> {
    return methods.some((method) => COMPLETE.has(method)) ? [] : this.methodsOf(tenantId, accountId);
  }

  /**
   * Whether a factor that is about to be removed is the account's last one.
   * @param kind the method it is asked for by; the caller has made sure that no other of this kind remains
   * @throws PasswordTooShort when it is, and the password is only long enough together with one
   */
  async isLast(
    tenantId: string,
    { accountId, shortPassword }: Pick<SessionPrincipal, 'accountId' | 'shortPassword'>,
    kind: SecondFactorMethod,
  ): Promise<boolean> {
    const last = (await this.factorsOf(tenantId, accountId)).every((method) => method === kind);
    if (last && shortPassword) throw new PasswordTooShort();
    return last;
  }

  /** Removes every factor and the recovery codes, as part of a transaction. */
  async removeAll(manager: EntityManager, tenantId: string, accountId: string): Promise<void> {
    for (const source of this.sources) await source.remove(manager, tenantId, accountId);
    await this.recoveryCodes.remove(manager, tenantId, accountId);
  }

  private async factorsOf(tenantId: string, accountId: string): Promise<readonly SecondFactorMethod[]> {
    const methods = await Promise.all(this.sources.map((source) => source.methodsOf(tenantId, accountId)));
    return methods.flat();
  }
}
