import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** What authenticators call an account: random, so that it reveals nothing about it (WebAuthn 14.6.1). */
@Entity('passkey_user')
@Unique('passkey_user_handle', ['tenantId', 'handle'])
export class PasskeyUser {
  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  accountId: string;

  @Column('uuid')
  tenantId: string;

  /** Base64url. */
  @Column('text')
  handle: string;
}
