/** Answer of `POST /editor/encryption-key`: the key with which this account's browsers encrypt what they keep locally. */
export interface EncryptionKey {
  readonly algorithm: 'AES-GCM';
  /** 256 random bits in base64; the same for this account at this site until the account is deleted. */
  readonly key: string;
  readonly createdAt: string;
}
