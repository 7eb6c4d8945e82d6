import { Entity, PrimaryColumn } from 'typeorm';
import { KeyedByAccount } from '../accounts/account-rows.js';

/** A recovery code that was not used yet. */
@Entity('recovery_code')
export class RecoveryCode extends KeyedByAccount {
  @PrimaryColumn('text')
  codeHash: string;
}
