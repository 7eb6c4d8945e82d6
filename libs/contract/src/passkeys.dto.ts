import { registerDecorator } from 'class-validator';
import { LinkTokenDto } from './account.dto.js';
import { IDENTITY_LIMITS } from './identity.js';
import { PASSKEY_LIMITS, type PasskeyAssertion, type PasskeyCreation } from './passkeys.js';
import { IsLine } from './rules.js';

/** `POST /editor/account/passkeys`. */
export class RegisterPasskeyDto {
  /** What its owner calls it, such as "Telephone". */
  @IsLine(PASSKEY_LIMITS.name)
  readonly name: string;

  @IsBrowserAnswer(isPasskeyCreation)
  readonly response: PasskeyCreation;
}

/** `POST /editor/invitation/accept/passkey`. */
export class AcceptInvitationWithPasskeyDto extends LinkTokenDto {
  @IsLine(IDENTITY_LIMITS.displayName)
  readonly displayName: string;

  /** What its owner calls the passkey, such as "Telephone". */
  @IsLine(PASSKEY_LIMITS.name)
  readonly passkeyName: string;

  @IsBrowserAnswer(isPasskeyCreation)
  readonly response: PasskeyCreation;
}

/** `PATCH /editor/account/passkeys/:id`. */
export class RenamePasskeyDto {
  @IsLine(PASSKEY_LIMITS.name)
  readonly name: string;
}

/** `POST /editor/session/passkey`, and the same as second factor and as confirmation. */
export class PasskeyAssertionDto {
  @IsBrowserAnswer(isPasskeyAssertion)
  readonly response: PasskeyAssertion;
}

/** Characters of base64url that hold so many octets. */
const base64Characters = (octets: number): number => Math.ceil((octets * 4) / 3);

/** More than any browser or authenticator sends, and less than a body may have. */
const MAX_OCTETS = {
  clientData: 4_096,
  attestation: 24_576,
  authenticatorData: 4_096,
  signature: 2_048,
} as const;
const MAX_TRANSPORTS = 10;
const TRANSPORT = /^[a-z-]{1,20}$/;

function isPasskeyCreation(value: unknown): boolean {
  const response = responseOf(value);
  return (
    response !== undefined &&
    isOctets(response['clientDataJSON'], MAX_OCTETS.clientData) &&
    isOctets(response['attestationObject'], MAX_OCTETS.attestation) &&
    isTransports(response['transports'])
  );
}

function isPasskeyAssertion(value: unknown): boolean {
  const response = responseOf(value);
  return (
    response !== undefined &&
    isOctets(response['clientDataJSON'], MAX_OCTETS.clientData) &&
    isOctets(response['authenticatorData'], MAX_OCTETS.authenticatorData) &&
    isOctets(response['signature'], MAX_OCTETS.signature) &&
    isUserHandle(response['userHandle'])
  );
}

/** The inner part of a credential whose outer part is right. */
function responseOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value) || value['type'] !== 'public-key') return undefined;
  if (!isOctets(value['id'], PASSKEY_LIMITS.credentialIdOctets) || value['rawId'] !== value['id'])
    return undefined;
  return isRecord(value['response']) ? value['response'] : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOctets = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length <= base64Characters(max) && /^[A-Za-z0-9_-]+$/.test(value);

const isUserHandle = (value: unknown): boolean =>
  value === undefined || value === null || isOctets(value, PASSKEY_LIMITS.userHandleOctets);

const isTransports = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length <= MAX_TRANSPORTS &&
    value.every((each) => typeof each === 'string' && TRANSPORT.test(each)));

/**
 * What a browser's WebAuthn gave, as JSON: the members that are used are strictly typed. Others may be there, because
 * they are the browser's to add, and nobody reads them.
 */
function IsBrowserAnswer(validate: (value: unknown) => boolean): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: 'isBrowserAnswer',
      target: target.constructor,
      propertyName: String(propertyName),
      options: { message: '$property must be what the browser gave for the passkey' },
      validator: { validate },
    });
}
