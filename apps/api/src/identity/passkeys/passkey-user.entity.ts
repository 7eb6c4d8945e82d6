import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../account.entity.js';

/** What authenticators call an account: random, so that it tells nothing of it (ID-18, WebAuthn 14.6.1). */
@Entity('passkey_user')
@Unique('passkey_user_handle', ['tenantId', 'handle'])
export class PasskeyUser {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'passkey_user_pkey' })
  accountId: string;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'passkey_user_account_id_fkey' })
  account?: Account;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  /** Base64url. */
  @Column('text')
  handle: string;
}
