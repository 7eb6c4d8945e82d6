import { randomBytes } from 'node:crypto';

/**
 * A 64-bit keyed hash of short strings (HalfSipHash-1-3 over pairs of UTF-16 units). Keyed, because visitors choose
 * parts of what is hashed and must not be able to choose what collides; of 32-bit words, because that is what
 * JavaScript is fast at (about 0.2 us for 70 characters). The result is left in {@link low} and {@link high}, so that
 * hashing allocates nothing.
 */
export class KeyedHash {
  low = 0;
  high = 0;
  private v0 = 0;
  private v1 = 0;
  private v2 = 0;
  private v3 = 0;
  private readonly key0: number;
  private readonly key1: number;

  /** @param seed eight octets; random unless a test needs to repeat itself */
  constructor(seed: Buffer = randomBytes(8)) {
    this.key0 = seed.readInt32LE(0);
    this.key1 = seed.readInt32LE(4);
  }

  update(text: string): void {
    this.v0 = this.key0;
    this.v1 = this.key1 ^ 0xee;
    this.v2 = this.key0 ^ 0x6c796765;
    this.v3 = this.key1 ^ 0x74656462;
    const even = text.length & ~1;
    for (let index = 0; index < even; index += 2) {
      this.absorb(text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16));
    }
    const last = text.length > even ? text.charCodeAt(even) : 0;
    this.absorb(last | (text.length << 16));
    this.v2 ^= 0xee;
    this.finish();
    this.low = (this.v1 ^ this.v3) >>> 0;
    this.v1 ^= 0xdd;
    this.finish();
    this.high = (this.v1 ^ this.v3) >>> 0;
  }

  private absorb(word: number): void {
    this.v3 ^= word;
    this.round();
    this.v0 ^= word;
  }

  private finish(): void {
    this.round();
    this.round();
    this.round();
  }

  private round(): void {
    let { v0, v1, v2, v3 } = this;
    v0 = (v0 + v1) | 0;
    v1 = rotate(v1, 5) ^ v0;
    v0 = rotate(v0, 16);
    v2 = (v2 + v3) | 0;
    v3 = rotate(v3, 8) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = rotate(v3, 7) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = rotate(v1, 13) ^ v2;
    this.v0 = v0;
    this.v1 = v1;
    this.v2 = rotate(v2, 16);
    this.v3 = v3;
  }
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
