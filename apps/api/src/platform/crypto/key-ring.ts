import type { Message } from '@sitedesk/contract/messages';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { open, seal } from './sealed-text.js';

const MASTER_KEY_BYTES = 32;
const CIPHERTEXT_PREFIX = 'enc:v1';

/** A stored secret cannot be opened: its key is missing, or the text was changed or moved. */
export class SecretUnreadableError extends Error {
  readonly fault: Message;

  constructor(readonly keyId: string) {
    const fault = SETTING_FAULTS.secretUnreadable({ key: keyId });
    super(fault.text);
    this.fault = fault;
    this.name = 'SecretUnreadableError';
  }
}

/**
 * The master keys and what is derived from them: a key per tenant and purpose (HKDF-SHA-256), and authenticated
 * encryption of stored secrets (AES-256-GCM). The first key is the current one; the others still open and verify.
 */
export class KeyRing {
  private readonly derived = new Map<string, Buffer>();

  private constructor(
    private keys: ReadonlyMap<string, Buffer>,
    private current: string,
  ) {}

  /**
   * @param text `keyId:base64,keyId:base64`, 32 octets each
   * @throws Error naming the entry that is wrong, never its content
   */
  static parse(text: string): KeyRing {
    const keys = new Map<string, Buffer>();
    for (const [index, entry] of text.split(',').entries()) {
      const separator = entry.indexOf(':');
      const id = entry.slice(0, separator).trim();
      const key = Buffer.from(entry.slice(separator + 1).trim(), 'base64');
      if (separator < 1 || !/^[A-Za-z0-9_-]{1,16}$/.test(id)) {
        throw new Error(
          `MASTER_KEYS: entry ${index + 1} must look like keyId:base64, with a key id of letters and digits.`,
        );
      }
      if (key.length !== MASTER_KEY_BYTES) {
        throw new Error(`MASTER_KEYS: the key "${id}" must be 32 octets in base64, but has ${key.length}.`);
      }
      if (keys.has(id)) throw new Error(`MASTER_KEYS: the key id "${id}" is used twice.`);
      keys.set(id, key);
    }
    const [current] = keys.keys();
    if (current === undefined) throw new Error('MASTER_KEYS is empty.');
    return new KeyRing(keys, current);
  }

  /** Id of the key that encrypts and signs now. */
  get currentKeyId(): string {
    return this.current;
  }

  /** Takes over the keys of another ring, for everyone who holds this one. */
  adopt(other: KeyRing): void {
    this.keys = other.keys;
    this.current = other.current;
    this.derived.clear();
  }

  get keyIds(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** The key of a tenant for one purpose, which no other purpose shares; undefined when the master key is not in the ring (anymore). */
  derive(purpose: string, tenantId: string, keyId: string = this.currentKeyId): Buffer | undefined {
    const cacheKey = `${purpose}/${keyId}/${tenantId}`;
    const cached = this.derived.get(cacheKey);
    if (cached) return cached;
    const master = this.keys.get(keyId);
    if (!master) return undefined;
    const key = Buffer.from(hkdfSync('sha256', master, tenantId, `sitedesk/${purpose}`, MASTER_KEY_BYTES));
    this.derived.set(cacheKey, key);
    return key;
  }

  /** Encrypts a secret of a tenant; `name` binds the text to the place where it is stored. */
  encrypt(tenantId: string, name: string, plaintext: string): string {
    const key = this.derive('settings', tenantId);
    if (!key) throw new SecretUnreadableError(this.currentKeyId);
    const sealed = seal(key, [tenantId, name, this.currentKeyId], plaintext);
    return `${CIPHERTEXT_PREFIX}:${this.currentKeyId}:${sealed}`;
  }

  /**
   * Opens what {@link encrypt} made for the same tenant and name.
   * @throws SecretUnreadableError when it was encrypted with another key, for another place, or was changed
   */
  decrypt(tenantId: string, name: string, ciphertext: string): string {
    const [scheme, version, keyId = '', body = ''] = ciphertext.split(':');
    const key =
      `${scheme}:${version}` === CIPHERTEXT_PREFIX ? this.derive('settings', tenantId, keyId) : undefined;
    const opened = key && open(key, [tenantId, name, keyId], body);
    if (opened === undefined) throw new SecretUnreadableError(keyId);
    return opened;
  }
}

/** Where an installation that was given no keys keeps its own. */
export const masterKeysPath = (dataDir: string): string => join(dataDir, 'master.keys');

/** @throws the system's error when there are none yet */
export const readMasterKeys = (dataDir: string): string =>
  readFileSync(masterKeysPath(dataDir), 'utf8').trim();

/** A new key, as {@link KeyRing.parse} takes it. */
export const newMasterKey = (id: string): string =>
  `${id}:${randomBytes(MASTER_KEY_BYTES).toString('base64')}`;

/** Keeps the first keys of an installation. @throws the system's error when there are some already */
export function keepMasterKeys(dataDir: string, text: string): void {
  const path = masterKeysPath(dataDir);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(path, 0o600);
}
