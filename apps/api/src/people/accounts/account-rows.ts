import { Column, ForeignKey, PrimaryColumn } from 'typeorm';
import { Account } from './account.entity.js';

/** A row of an account, which goes with it. */
export abstract class OfAccount {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  tenantId: string;

  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @Column('uuid')
  accountId: string;
}

/** The same for what an account has once, or once for each of further keys. */
export abstract class KeyedByAccount {
  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  accountId: string;

  @Column('uuid')
  tenantId: string;
}
