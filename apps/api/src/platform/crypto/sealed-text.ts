import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Authenticated encryption of a text: AES-256-GCM with a random 96-bit nonce (NIST SP 800-38D).
 * @param context what the text belongs to; opening it for anything else fails
 * @returns nonce, ciphertext and tag in base64
 */
export function seal(key: Buffer, context: readonly string[], plaintext: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(additionalData(context));
  return Buffer.concat([
    nonce,
    cipher.update(plaintext, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64');
}

/** Opens what {@link seal} made; undefined when the key or the context is another, or the text was changed. */
export function open(key: Buffer, context: readonly string[], sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(additionalData(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return undefined;
  }
}

const additionalData = (context: readonly string[]): Buffer => Buffer.from(JSON.stringify(context));
