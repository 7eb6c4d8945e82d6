import type { Permission } from '@sitedesk/contract/permissions';
import { Column, Entity, Index, Unique } from 'typeorm';
import { OfAccount } from '../accounts/account-rows.js';

/** A program's way in, on behalf of the account that created it. Stored as a hash only: the token has 256 bits. */
@Entity('api_token')
@Unique('api_token_hash', ['tokenHash'])
@Index('api_token_account', ['tenantId', 'accountId', 'createdAt'])
export class ApiToken extends OfAccount {
  @Column('text')
  name: string;

  @Column('text')
  tokenHash: string;

  /** Its last four characters, so that its owner can tell it from others. */
  @Column('text')
  hint: string;

  @Column('text', { array: true })
  permissions: Permission[];

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;
}
