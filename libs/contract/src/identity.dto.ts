import { IsOptional } from 'class-validator';
import { IDENTITY_LIMITS } from './identity.js';
import { IsLine, IsMailbox, IsTypedSecret } from './rules.js';

/** `POST /editor/session`. */
export class SignInDto {
  @IsMailbox()
  readonly email: string;

  @IsTypedSecret()
  readonly password: string;
}

/** `POST /editor/setup`: makes the first administrator. */
export class SetUpDto {
  /** The one-time code that was printed when the product started. */
  @IsTypedSecret(64)
  readonly code: string;

  @IsMailbox()
  readonly email: string;

  @IsTypedSecret()
  readonly password: string;

  @IsOptional()
  @IsLine(IDENTITY_LIMITS.displayName)
  readonly displayName?: string;
}
