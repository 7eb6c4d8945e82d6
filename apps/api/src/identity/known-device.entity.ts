import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from './account.entity.js';

/** A browser in which a person has signed in before; strangers' wrong guesses do not delay it (ID-05). */
@Entity('known_device')
@Index('known_device_account', ['tenantId', 'accountId'])
export class KnownDevice {
  /** Hash of what the browser holds. */
  @PrimaryColumn('text', { name: 'token_hash', primaryKeyConstraintName: 'known_device_pkey' })
  tokenHash: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'known_device_account_id_fkey' })
  account?: Account;

  @Column('timestamptz', { name: 'last_used_at' })
  lastUsedAt: Date;
}
