import { IDENTITY_LIMITS } from './identity.js';
import { IsId, IsLine, IsTypedSecret, Optional } from './rules.js';

const CODE_OCTETS = 64;

/** `POST /editor/session/second-factor` and `POST /editor/account/two-factor/totp/confirm`. */
export class SecondFactorDto {
  /** Six digits of the authenticator app, or, at the sign-in, a recovery code. Blanks and dashes do not count. */
  @IsTypedSecret(CODE_OCTETS)
  readonly code: string;
}

/** `POST /editor/session/confirm`: what the person signs in with; the code only with a second factor. */
export class ConfirmSignInDto {
  @Optional()
  @IsTypedSecret()
  readonly password?: string;

  @Optional()
  @IsTypedSecret(CODE_OCTETS)
  readonly code?: string;
}

/** `POST /editor/session/confirm/external`: the code only with a second factor. */
export class ConfirmAtProviderDto {
  @IsId()
  readonly providerId: string;

  @Optional()
  @IsTypedSecret(CODE_OCTETS)
  readonly code?: string;
}

/** `POST /editor/users/:id/two-factor-reset`. */
export class TwoFactorResetDto {
  /** For the audit log. */
  @IsLine(IDENTITY_LIMITS.reason)
  readonly reason: string;
}
