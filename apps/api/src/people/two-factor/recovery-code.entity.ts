import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A recovery code that was not used yet. */
@Entity('recovery_code')
export class RecoveryCode {
  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  accountId: string;

  @PrimaryColumn('text')
  codeHash: string;

  @Column('uuid')
  tenantId: string;
}
