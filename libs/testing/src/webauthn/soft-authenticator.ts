import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@sitedesk/contract/passkeys';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { encodeCbor } from './cbor.js';

/** What browser and authenticator of a test do otherwise than they should. */
export interface WebAuthnChanges {
  /** Where the page says it is from; otherwise where the authenticator was made for. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** `webauthn.get` or `webauthn.create` in the client data. */
  readonly type?: string;
  /** Whether the page ran inside another site's. */
  readonly crossOrigin?: boolean;
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  /** What the counter says, and from then on counts from. */
  readonly counter?: number;
  /** Undefined: as it was registered; null: none. */
  readonly userHandle?: string | null;
  /** Spoils the signature. */
  readonly forged?: boolean;
}

interface Credential {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

const FLAGS = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attested: 64 } as const;

/**
 * A browser with an authenticator in it, in software: ES256, attestation `none`, discoverable credentials. For tests of
 * what a real one never does; a real Chromium shows that the rest is as it should be.
 */
export class SoftAuthenticator {
  readonly credentials: Credential[] = [];

  /**
   * @param origin of the pages it is used at, such as `https://site.test`
   * @param counts false for one that always says 0, as synchronised passkeys do
   */
  constructor(
    private readonly origin: string,
    private readonly counts = true,
  ) {}

  /** Makes a credential, whatever the options exclude. */
  create(options: PasskeyCreationOptions, changes: WebAuthnChanges = {}): PasskeyCreation {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    const rpId = changes.rpId ?? options.rp.id;
    const counter = changes.counter ?? (this.counts ? 1 : 0);
    this.credentials.push({
      id: id.toString('base64url'),
      userHandle: options.user.id,
      rpId,
      privateKey,
      counter,
    });
    const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseKey(publicKey)]);
    const authData = Buffer.concat([authenticatorData(rpId, counter, FLAGS.attested, changes), attested]);
    const attestation = new Map<string, string | Buffer | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge, changes).toString('base64url'),
        attestationObject: encodeCbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /**
   * Signs with the newest credential that the options allow.
   * @throws Error when there is none
   */
  get(options: PasskeyRequestOptions, changes: WebAuthnChanges = {}): PasskeyAssertion {
    const { allowCredentials, challenge } = options;
    const allowed = this.credentials.filter(
      ({ id }) => allowCredentials.length === 0 || allowCredentials.some((each) => each.id === id),
    );
    const credential = allowed.at(-1);
    if (!credential) throw new Error('The authenticator has no credential that is allowed.');
    credential.counter = changes.counter ?? (this.counts ? credential.counter + 1 : 0);
    const rpId = changes.rpId ?? options.rpId;
    const data = authenticatorData(rpId, credential.counter, 0, changes);
    const clientData = this.clientData('webauthn.get', challenge, changes);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), credential.privateKey);
    if (changes.forged) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
    const { id } = credential;
    const userHandle = changes.userHandle === undefined ? credential.userHandle : changes.userHandle;
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  private clientData(type: string, challenge: string, changes: WebAuthnChanges): Buffer {
    const { origin = this.origin, crossOrigin = false } = changes;
    const said = {
      type: changes.type ?? type,
      challenge: changes.challenge ?? challenge,
      origin,
      crossOrigin,
    };
    return Buffer.from(JSON.stringify(said));
  }
}

/** WebAuthn Level 3, 6.1, without what follows the counter. */
function authenticatorData(rpId: string, counter: number, more: number, changes: WebAuthnChanges): Buffer {
  const { userPresent = true, userVerified = true, backupEligible = false, backedUp = false } = changes;
  const flags =
    more |
    (userPresent ? FLAGS.userPresent : 0) |
    (userVerified ? FLAGS.userVerified : 0) |
    (backupEligible ? FLAGS.backupEligible : 0) |
    (backedUp ? FLAGS.backedUp : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count]);
}

/** RFC 9052: EC2, ES256, P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Buffer>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  return encodeCbor(key);
}

const sha256 = (octets: Uint8Array): Buffer => createHash('sha256').update(octets).digest();

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
