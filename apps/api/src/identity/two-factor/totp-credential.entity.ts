import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../account.entity.js';

/** The authenticator app of an account (RFC 6238). */
@Entity('totp_credential')
export class TotpCredential {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'totp_credential_pkey' })
  accountId: string;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'totp_credential_account_id_fkey' })
  account?: Account;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  /** Encrypted, see {@link totpSecretPlace}. */
  @Column('text')
  secret: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Null until the first right code: before that the app is asked for nothing. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;

  /** The latest time step that a code was taken of. No code of this or an earlier step counts any more (ID-16). */
  @Column('integer', { name: 'last_used_step', default: 0 })
  lastUsedStep: number;
}

/** Where the secret of an account is stored, for its encryption. */
export const totpSecretPlace = (accountId: string): string => `totp_credential/secret/${accountId}`;
