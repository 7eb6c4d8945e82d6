import type { Message } from '@sitedesk/contract/messages';
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { problemCode } from '@sitedesk/contract/problems';
import { type SecondFactorMethod, TWO_FACTOR_TEXTS } from '@sitedesk/contract/two-factor';
import { EntityManager, IsNull } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { type SecondFactorSource, SecondFactorsService } from './second-factors.service.js';
import { isTotpCode, matchingStep, newTotpSecret } from './totp.js';
import { TotpCredential, totpSecretPlace } from './totp-credential.entity.js';

/** The account has, or does not have, what would be needed (409). */
export class TwoFactorConflict extends ProblemException {
  constructor(text: Message) {
    super(HttpStatus.CONFLICT, problemCode('two-factor-conflict'), text);
  }
}

const BEGIN = statement('totp_begin')`
INSERT INTO totp_credential AS c (account_id, tenant_id, secret, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (account_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = EXCLUDED.created_at
 WHERE c.confirmed_at IS NULL AND c.tenant_id = EXCLUDED.tenant_id
RETURNING 1`;
/** Takes a time step once, on whichever instance: the row is locked while it is looked at. */
const USE_STEP = statement('totp_use_step')`UPDATE totp_credential SET last_used_step = $3
          WHERE account_id = $1 AND tenant_id = $2 AND confirmed_at IS NOT NULL AND last_used_step < $3 RETURNING 1`;

/** Authenticator apps. */
@Injectable()
export class TotpService implements SecondFactorSource {
  constructor(
    private readonly manager: EntityManager,
    private readonly sql: Sql,
    private readonly personalData: PersonalDataService,
    factors: SecondFactorsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    factors.register(this);
  }

  async methodsOf(tenantId: string, accountId: string): Promise<readonly SecondFactorMethod[]> {
    return (await this.confirmedSince(tenantId, accountId)) ? ['otp'] : [];
  }

  async confirmedSince(tenantId: string, accountId: string): Promise<Date | undefined> {
    return (await this.find(tenantId, accountId))?.confirmedAt ?? undefined;
  }

  /** A new secret; it counts once a code of it has been given. One that was begun before is void. @throws TwoFactorConflict */
  async begin(tenantId: string, accountId: string): Promise<Buffer> {
    const secret = newTotpSecret();
    const place = totpSecretPlace(accountId);
    const sealed = await this.personalData.encrypt(tenantId, place, secret.toString('base64'));
    const now = new Date(this.clock.now());
    const rows = await this.sql.run(BEGIN, [accountId, tenantId, sealed, now]);
    if (rows.length === 0) throw new TwoFactorConflict(TWO_FACTOR_TEXTS.alreadySetUp);
    return secret;
  }

  /**
   * Proves, as part of a transaction, that the app has the secret. The code that does it is used up.
   * @throws TwoFactorConflict, ValidationProblem for a wrong code
   */
  async confirm(manager: EntityManager, tenantId: string, accountId: string, code: string): Promise<void> {
    const found = await manager.findOneBy(TotpCredential, { tenantId, accountId });
    if (!found) throw new TwoFactorConflict(TWO_FACTOR_TEXTS.notBegun);
    if (found.confirmedAt) throw new TwoFactorConflict(TWO_FACTOR_TEXTS.alreadySetUp);
    const step = await this.stepOf(tenantId, found, code);
    if (step === undefined) {
      throw ValidationProblem.at('code', IDENTITY_TEXTS.secondFactorRefused);
    }
    const { affected } = await manager.update(
      TotpCredential,
      { tenantId, accountId, secret: found.secret, confirmedAt: IsNull() },
      { confirmedAt: new Date(this.clock.now()), lastUsedStep: step },
    );
    if (affected !== 1) throw new TwoFactorConflict(TWO_FACTOR_TEXTS.notBegun); // begun again in this very moment
  }

  /** Whether a code is right and was not used before. Of several who use it at once, one succeeds. */
  async use(tenantId: string, accountId: string, code: string): Promise<boolean> {
    const found = await this.find(tenantId, accountId);
    const step = found?.confirmedAt ? await this.stepOf(tenantId, found, code) : undefined;
    return step !== undefined && (await this.sql.run(USE_STEP, [accountId, tenantId, step])).length > 0;
  }

  /** False when there was none. */
  async remove(manager: EntityManager, tenantId: string, accountId: string): Promise<boolean> {
    const { affected } = await manager.delete(TotpCredential, { tenantId, accountId });
    return affected === 1;
  }

  private find(tenantId: string, accountId: string): Promise<TotpCredential | null> {
    return this.manager.findOneBy(TotpCredential, { tenantId, accountId });
  }

  private async stepOf(
    tenantId: string,
    { accountId, secret }: TotpCredential,
    code: string,
  ): Promise<number | undefined> {
    const digits = code.replace(/\s/g, '');
    if (!isTotpCode(digits)) return undefined;
    const opened = await this.personalData.decrypt(tenantId, totpSecretPlace(accountId), secret);
    return matchingStep(Buffer.from(opened, 'base64'), digits, this.clock.now());
  }
}
