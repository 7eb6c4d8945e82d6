import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../account.entity.js';

/** A passkey of an account (ID-18). Nothing in it is secret: only the authenticator has the private key. */
@Entity('passkey')
@Unique('passkey_credential', ['tenantId', 'credentialId'])
@Index('passkey_account', ['accountId', 'createdAt'])
export class Passkey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'passkey_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'passkey_account_id_fkey' })
  account?: Account;

  /** The host it was made at; browsers offer it there and nowhere else. */
  @Column('text', { name: 'rp_id' })
  rpId: string;

  /** Base64url, as browsers write it. */
  @Column('text', { name: 'credential_id' })
  credentialId: string;

  /** COSE. */
  @Column('bytea', { name: 'public_key' })
  publicKey: Buffer;

  /** Signatures so far, as the authenticator counts them, up to 2^32; 0 for one that does not count. */
  @Column('bigint', { transformer: { to: (value: number) => value, from: Number } })
  counter: number;

  @Column('text', { array: true })
  transports: string[];

  @Column('text')
  name: string;

  /** Whether it can be synchronised; that never changes (WebAuthn 6.1.3). */
  @Column('boolean', { name: 'backup_eligible' })
  backupEligible: boolean;

  @Column('boolean', { name: 'backed_up' })
  backedUp: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  /** When its counter went back, which a copy of the key would explain. From then on it is refused. */
  @Column('timestamptz', { name: 'flagged_at', nullable: true })
  flaggedAt: Date | null;
}
