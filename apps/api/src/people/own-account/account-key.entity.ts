import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** The key with which an account's browsers encrypt what they keep on the person's machine. */
@Entity('account_key')
export class AccountKey {
  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  accountId: string;

  @Column('uuid')
  tenantId: string;

  /** Encrypted, place `account_key/key/<account>`. */
  @Column('text')
  key: string;

  @Column('timestamptz')
  createdAt: Date;
}
