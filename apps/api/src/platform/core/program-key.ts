import { createHash, randomBytes } from 'node:crypto';
import { newToken } from './tokens.js';

const VISIBLE_CHARACTERS = 8;
const CHECKSUM_CHARACTERS = 6;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * How keys of programs are written: a word that says what they are for, 8 visible characters, 256 random bits, and a checksum. So scanners
 * for secrets know them, and a key that was copied in part isn't looked up.
 */
export class ProgramKeyFormat {
  private readonly pattern: RegExp;

  /** @param word such as `sdk_` */
  constructor(private readonly word: string) {
    this.pattern = new RegExp(
      `^(?<prefix>${word}[a-z0-9]{${VISIBLE_CHARACTERS}})_[\\w-]{43}[\\w-]{${CHECKSUM_CHARACTERS}}$`,
    );
  }

  /** @returns a new key, and what is shown of it */
  create(): { readonly key: string; readonly prefix: string } {
    const visible = [...randomBytes(VISIBLE_CHARACTERS)].map((octet) => ALPHABET[octet % ALPHABET.length]);
    const prefix = `${this.word}${visible.join('')}`;
    const body = `${prefix}_${newToken()}`;
    return { key: body + checksumOf(body), prefix };
  }

  /** What a key begins with; undefined for what can't be one. */
  prefixOf(key: string): string | undefined {
    const prefix = this.pattern.exec(key)?.groups?.['prefix'];
    const isWhole = checksumOf(key.slice(0, -CHECKSUM_CHARACTERS)) === key.slice(-CHECKSUM_CHARACTERS);
    return isWhole ? prefix : undefined;
  }
}

const checksumOf = (body: string): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, CHECKSUM_CHARACTERS);

/** How exact the last use of a key is, from one address: some requests come by the hundreds, and would all wait for its one row. */
export const KEY_USE_NOTED_EVERY_MS = 5_000;

interface KeyTimes {
  readonly created_at: Date;
  readonly expires_at: Date;
}

/**
 * When a key ends that another one takes the place of, and when that one does: it lives as long as the old one did.
 * @param overlapHours for which the old one stays valid
 */
export function rotatedKeyTimes(
  { created_at, expires_at }: KeyTimes,
  now: number,
  overlapHours: number,
): { readonly oldEnds: Date; readonly newEnds: Date } {
  return {
    oldEnds: new Date(Math.min(now + overlapHours * 3_600_000, expires_at.getTime())),
    newEnds: new Date(now + expires_at.getTime() - created_at.getTime()),
  };
}

/** What every key says of itself. */
export const programKeyOf = (
  row: KeyTimes & {
    readonly id: string;
    readonly name: string;
    readonly prefix: string;
    readonly last_used_at: Date | null;
    readonly last_address: string | null;
    readonly replaced_at: Date | null;
  },
) => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastAddress: row.last_address,
  replaced: row.replaced_at !== null,
});
