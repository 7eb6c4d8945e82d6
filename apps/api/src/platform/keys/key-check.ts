import type { EntityManager } from 'typeorm';
import { KeyCheck } from './key-check.entity.js';
import type { KeyRing } from '../crypto/key-ring.js';

const SCOPE = 'installation';
const NAME = 'key-check';
const KNOWN_TEXT = 'sitedesk';

/** The master keys given are not those that this database was written with. */
export class WrongMasterKeyError extends Error {
  constructor(keyId: string) {
    super(
      `The master key "${keyId}" is missing from MASTER_KEYS or isn’t the one that encrypted this database.  ` +
        'Restore the right key. Without it, stored secrets can’t be read.',
    );
    this.name = 'WrongMasterKeyError';
  }
}

/**
 * Compares the key ring with the database, and leaves a proof of each new current key there.
 * @throws WrongMasterKeyError when a key is not what its id stood for, none of the known keys is there, or one is missing that
 *   wraps a key in use: after a rotation the key from before opens nothing
 */
export async function checkMasterKeys(manager: EntityManager, keyRing: KeyRing): Promise<void> {
  const checks = manager.getRepository(KeyCheck);
  const proofs = await checks.find();
  for (const { keyId, proof } of proofs) {
    if (keyRing.keyIds.includes(keyId) && !opens(keyRing, proof)) throw new WrongMasterKeyError(keyId);
  }
  const [newest] = proofs;
  if (newest && !proofs.some(({ keyId }) => keyRing.keyIds.includes(keyId)))
    throw new WrongMasterKeyError(newest.keyId);
  const inUse = await manager.query<{ readonly keyId: string }[]>(
    `SELECT DISTINCT split_part(wrapped_key, ':', 3) AS "keyId" FROM tenant_key WHERE retired_at IS NULL`,
  );
  for (const { keyId } of inUse) if (!keyRing.keyIds.includes(keyId)) throw new WrongMasterKeyError(keyId);
  const proof = keyRing.encrypt(SCOPE, NAME, KNOWN_TEXT);
  await checks
    .createQueryBuilder()
    .insert()
    .values({ keyId: keyRing.currentKeyId, proof })
    .orIgnore()
    .execute();
}

function opens(keyRing: KeyRing, proof: string): boolean {
  try {
    return keyRing.decrypt(SCOPE, NAME, proof) === KNOWN_TEXT;
  } catch {
    return false;
  }
}
