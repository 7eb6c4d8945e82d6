import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../identity/account.entity.js';

/** The key with which an account's browsers encrypt what they keep on the person's machine (K-01). */
@Entity('account_key')
export class AccountKey {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'account_key_pkey' })
  accountId: string;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'account_key_account_id_fkey' })
  account?: Account;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  /** Encrypted, place `account_key/key/<account>`. */
  @Column('text')
  key: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
