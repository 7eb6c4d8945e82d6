import { Column, Entity } from 'typeorm';
import { KeyedByAccount } from '../accounts/account-rows.js';

/** The key with which an account's browsers encrypt what they keep on the person's machine. */
@Entity('account_key')
export class AccountKey extends KeyedByAccount {
  /** Encrypted, place `account_key/key/<account>`. */
  @Column('text')
  key: string;

  @Column('timestamptz')
  createdAt: Date;
}
