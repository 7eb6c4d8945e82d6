import type { Permission } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../account.entity.js';

/** A program's way in, on behalf of the account that made it. Stored as a hash only: the token has 256 bits. */
@Entity('api_token')
@Unique('api_token_hash', ['tokenHash'])
@Index('api_token_account', ['tenantId', 'accountId', 'createdAt'])
export class ApiToken {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_token_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'api_token_account_id_fkey' })
  account?: Account;

  @Column('text')
  name: string;

  @Column('text', { name: 'token_hash' })
  tokenHash: string;

  /** Its last four characters, so that its owner can tell it from others. */
  @Column('text')
  hint: string;

  @Column('text', { array: true })
  permissions: Permission[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;
}
