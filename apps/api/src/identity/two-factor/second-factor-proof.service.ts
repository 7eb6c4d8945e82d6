import { Injectable } from '@nestjs/common';
import { RecoveryCodes } from './recovery-codes.service.js';
import { isTotpCode } from './totp.js';
import { TotpService } from './totp.service.js';

/** Takes the codes that people type. */
@Injectable()
export class SecondFactorProof {
  constructor(
    private readonly totp: TotpService,
    private readonly recoveryCodes: RecoveryCodes,
  ) {}

  /** Uses a code up: the app's, or a recovery code, by what it looks like. Undefined when it is wrong or was used before. */
  async use(tenantId: string, accountId: string, code: string): Promise<'otp' | 'recovery' | undefined> {
    const digits = code.replace(/\s/g, '');
    if (isTotpCode(digits)) {
      return (await this.totp.use(tenantId, accountId, digits)) ? 'otp' : undefined;
    }
    return (await this.recoveryCodes.use(tenantId, accountId, code)) ? 'recovery' : undefined;
  }
}
