import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A browser in which a person has signed in before; strangers' wrong guesses neither delay it nor lock it out. */
@Entity('known_device')
@Index('known_device_account', ['tenantId', 'accountId'])
export class KnownDevice {
  /** Hash of what the browser holds. */
  @PrimaryColumn('text')
  tokenHash: string;

  @Column('uuid')
  tenantId: string;

  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @Column('uuid')
  accountId: string;

  @Column('timestamptz')
  lastUsedAt: Date;

  /** Wrong guesses in a row in this browser, which count nowhere else. */
  @Column('integer', { default: 0 })
  failures: number;
}
