import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id hashes of passwords (ID-02). */
@Injectable()
export class PasswordHasher {
  private readonly nothing = hash('nothing at all', OPTIONS);

  hash(password: string): Promise<string> {
    return hash(password.normalize('NFC'), OPTIONS);
  }

  verify(stored: string, password: string): Promise<boolean> {
    return verify(stored, password.normalize('NFC'));
  }

  /** As much work as verifying, for an address that nobody has (ID-04). */
  async verifyNothing(password: string): Promise<false> {
    await verify(await this.nothing, password.normalize('NFC'));
    return false;
  }

  needsRehash(stored: string): boolean {
    return !stored.startsWith('$argon2id$v=19$m=19456,t=2,p=1$');
  }
}

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
