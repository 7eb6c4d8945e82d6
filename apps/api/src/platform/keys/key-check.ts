import type { EntityManager } from 'typeorm';
import { KeyCheck } from './key-check.entity.js';
import type { KeyRing } from '../crypto/key-ring.js';

const SCOPE = 'installation';
const NAME = 'key-check';
const KNOWN_TEXT = 'sitedesk';

/** The master keys given are not those that this database was written with. */
export class WrongMasterKeyError extends Error {
  constructor(keyId: string, place: string) {
    super(
      `The master key "${keyId}" is missing from ${place} or isn’t the one that encrypted this database. ` +
        'Restore the right key. Without it, stored secrets can’t be read.',
    );
    this.name = 'WrongMasterKeyError';
  }
}

/**
 * Compares the key ring with the database.
 * @param place where the keys are from, for who has to correct them
 * @throws WrongMasterKeyError when a key is not what its id stood for, none of the known keys is there, or one is missing that
 *   wraps a key in use: after a rotation the key from before opens nothing
 */
export async function checkMasterKeys(
  manager: EntityManager,
  keyRing: KeyRing,
  place: string,
): Promise<void> {
  const proofs = await manager.getRepository(KeyCheck).find();
  for (const { keyId, proof } of proofs) {
    if (keyRing.keyIds.includes(keyId) && !opens(keyRing, proof)) throw new WrongMasterKeyError(keyId, place);
  }
  const [newest] = proofs;
  if (newest && !proofs.some(({ keyId }) => keyRing.keyIds.includes(keyId)))
    throw new WrongMasterKeyError(newest.keyId, place);
  const inUse = await manager.query<{ readonly keyId: string }[]>(
    `SELECT DISTINCT split_part(wrapped_key, ':', 3) AS "keyId" FROM tenant_key WHERE retired_at IS NULL`,
  );
  for (const { keyId } of inUse)
    if (!keyRing.keyIds.includes(keyId)) throw new WrongMasterKeyError(keyId, place);
}

/** Leaves a proof of the current key, by which {@link checkMasterKeys} knows it again. */
export async function leaveProof(manager: EntityManager, keyRing: KeyRing): Promise<void> {
  const proof = keyRing.encrypt(SCOPE, NAME, KNOWN_TEXT);
  await manager
    .getRepository(KeyCheck)
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
