import { Column, Entity, Index, Unique } from 'typeorm';
import { OfAccount } from '../accounts/account-rows.js';

/** A passkey of an account. Nothing in it is secret: only the authenticator has the private key. */
@Entity('passkey')
@Unique('passkey_credential', ['tenantId', 'credentialId'])
@Index('passkey_account', ['accountId', 'createdAt'])
export class Passkey extends OfAccount {
  /** The host it was created at; browsers offer it there and nowhere else. */
  @Column('text')
  rpId: string;

  /** Base64url, as browsers write it. */
  @Column('text')
  credentialId: string;

  /** COSE. */
  @Column('bytea')
  publicKey: Buffer;

  /** Signatures so far, as the authenticator counts them, up to 2^32; 0 for one that does not count. */
  @Column('bigint', { transformer: { to: (value: number) => value, from: Number } })
  counter: number;

  @Column('text', { array: true })
  transports: string[];

  @Column('text')
  name: string;

  /** Whether it can be synchronised; that never changes (WebAuthn 6.1.3). */
  @Column('boolean')
  backupEligible: boolean;

  @Column('boolean')
  backedUp: boolean;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  /** When its counter went back, which a copy of the key would explain. From then on it is refused. */
  @Column('timestamptz', { nullable: true })
  flaggedAt: Date | null;
}
