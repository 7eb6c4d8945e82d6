import { randomBytes } from 'node:crypto';

let pool = randomBytes(0);
let offset = 0;

/** Sixteen random octets out of a pool, because one system call per id is the dearest part of making one. */
function random16(): Buffer {
  if (offset + 16 > pool.length) {
    pool = randomBytes(16 * 256);
    offset = 0;
  }
  offset += 16;
  return pool.subarray(offset - 16, offset);
}

/**
 * A UUID version 7 (RFC 9562): time-ordered, so that new rows land at the end of an index.
 * @param now milliseconds since the epoch
 */
export function newId(now: number = Date.now()): string {
  const bytes = random16();
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Random octets from the same pool, for nonces of 16 octets or fewer. */
export function randomNonce(length: number): Buffer {
  return Buffer.from(random16().subarray(0, length));
}

/** A code a visitor can read out on the telephone: ten characters, no vowels, none that look alike. */
export function newReceiptCode(): string {
  const alphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789';
  const bytes = random16();
  let code = '';
  for (let index = 0; index < 10; index += 1)
    code += (index === 5 ? '-' : '') + alphabet.charAt((bytes[index] ?? 0) % alphabet.length);
  return code;
}
