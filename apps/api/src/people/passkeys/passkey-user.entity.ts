import { Column, Entity, Unique } from 'typeorm';
import { KeyedByAccount } from '../accounts/account-rows.js';

/** What authenticators call an account: random, so that it reveals nothing about it (WebAuthn 14.6.1). */
@Entity('passkey_user')
@Unique('passkey_user_handle', ['tenantId', 'handle'])
export class PasskeyUser extends KeyedByAccount {
  /** Base64url. */
  @Column('text')
  handle: string;
}
