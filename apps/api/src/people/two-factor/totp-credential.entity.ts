import { Column, Entity } from 'typeorm';
import { KeyedByAccount } from '../accounts/account-rows.js';

/** The authenticator app of an account (RFC 6238). */
@Entity('totp_credential')
export class TotpCredential extends KeyedByAccount {
  /** Encrypted, see {@link totpSecretPlace}. */
  @Column('text')
  secret: string;

  @Column('timestamptz')
  createdAt: Date;

  /** Null until the first right code: before that the app is asked for nothing. */
  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** The latest time step that a code was taken of. No code of this or an earlier step counts anymore. */
  @Column('integer', { default: 0 })
  lastUsedStep: number;
}

/** Where the secret of an account is stored, for its encryption. */
export const totpSecretPlace = (accountId: string): string => `totp_credential/secret/${accountId}`;
