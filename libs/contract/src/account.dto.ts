import { IsOptional } from 'class-validator';
import { IDENTITY_LIMITS } from './identity.js';
import { type Locale, LOCALES } from './preferences.js';
import { IsLine, IsMailbox, IsOneOf, IsTypedSecret } from './rules.js';

const LINK_TOKEN_OCTETS = 128;

/** `POST /editor/registration`. */
export class RegisterDto {
  @IsMailbox()
  readonly email: string;

  @IsLine(IDENTITY_LIMITS.displayName)
  readonly displayName: string;

  @IsTypedSecret()
  readonly password: string;

  /** The language in which they see the administration, and get emails from then on. */
  @IsOptional()
  @IsOneOf(LOCALES)
  readonly locale?: Locale | null;
}

/** `POST /editor/email-confirmation/resend` and `POST /editor/password-reset`: who asks for a link. */
export class AskForLinkDto {
  @IsMailbox()
  readonly email: string;
}

/** `POST /editor/email-confirmation` and `POST /editor/invitation/preview`: the token out of a one-time link. */
export class LinkTokenDto {
  @IsTypedSecret(LINK_TOKEN_OCTETS)
  readonly token: string;
}

/** `POST /editor/password-reset/complete`. */
export class CompletePasswordResetDto extends LinkTokenDto {
  @IsTypedSecret()
  readonly password: string;
}

/** `POST /editor/invitation/accept`. */
export class AcceptInvitationDto extends CompletePasswordResetDto {
  @IsLine(IDENTITY_LIMITS.displayName)
  readonly displayName: string;
}

/** `PATCH /editor/account`. */
export class UpdateOwnAccountDto {
  @IsLine(IDENTITY_LIMITS.displayName)
  readonly displayName: string;
}

/** `POST /editor/account/password`. */
export class ChangePasswordDto {
  @IsTypedSecret()
  readonly currentPassword: string;

  @IsTypedSecret()
  readonly newPassword: string;
}

/** `POST /editor/account/password/first`. */
export class SetFirstPasswordDto {
  @IsTypedSecret()
  readonly newPassword: string;
}

/** `POST /editor/account/email`. */
export class ChangeEmailDto {
  @IsMailbox()
  readonly email: string;

  @IsTypedSecret()
  readonly currentPassword: string;
}
