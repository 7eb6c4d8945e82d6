import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../account.entity.js';

/** A recovery code that was not used yet (ID-17). */
@Entity('recovery_code')
export class RecoveryCode {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'recovery_code_pkey' })
  accountId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'recovery_code_account_id_fkey' })
  account?: Account;

  @PrimaryColumn('text', { name: 'code_hash', primaryKeyConstraintName: 'recovery_code_pkey' })
  codeHash: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;
}
