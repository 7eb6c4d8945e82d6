import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import { createHmac, randomBytes } from 'node:crypto';
import { secretsEqual } from '../../platform/core/secrets-equal.js';

const { digits, stepSeconds, driftSteps, secretOctets } = TWO_FACTOR.totp;
const CODE = new RegExp(`^\\d{${digits}}$`);
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** How codes are generated. The authenticator apps that people have know the defaults only. */
interface TotpOptions {
  readonly algorithm?: 'sha1' | 'sha256' | 'sha512';
  readonly digits?: 6 | 8;
}

/** A fresh secret of 160 bits: what SHA-1 can make use of (RFC 4226, 4). */
export const newTotpSecret = (): Buffer => randomBytes(secretOctets);

/** Whether a text has the form of a code, as opposed to that of a recovery code. */
export const isTotpCode = (text: string): boolean => CODE.test(text);

/** The code of a counter (RFC 4226, 5.3). */
export function hotp(
  secret: Uint8Array,
  counter: number,
  { algorithm = 'sha1', digits: length = digits }: TotpOptions = {},
): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac(algorithm, secret).update(message).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/**
 * The time step that a code is right for, one before and one after the present included (RFC 6238, 5.2); undefined when
 * it is wrong. The caller sees to it that every step counts once.
 * @param now milliseconds since the epoch
 */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  now: number,
  options: TotpOptions = {},
): number | undefined {
  const present = Math.floor(now / 1_000 / stepSeconds);
  const steps = Array.from({ length: 2 * driftSteps + 1 }, (_, index) => present - driftSteps + index);
  return steps.filter((step) => step >= 0 && secretsEqual(hotp(secret, step, options), code)).at(-1);
}

/** Octets as apps take them when they are typed (RFC 4648, 6). Without padding: 160 bits need none. */
export function base32(octets: Uint8Array): string {
  const bits = [...octets].map((octet) => octet.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}

/** What the QR code holds. A colon would end the name of the site. */
export function totpUri(secret: Uint8Array, siteName: string, account: string): string {
  const issuer = encodeURIComponent(siteName.replaceAll(':', ' '));
  const key = `secret=${base32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${key}`;
}
