import type { LinkPurpose } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../account.entity.js';

/** A link that lets its holder do one thing once (ID-07). Its token is stored as a hash only. */
@Entity('one_time_link')
@Unique('one_time_link_token', ['tokenHash'])
@Index('one_time_link_account', ['accountId', 'purpose'])
export class OneTimeLink {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'one_time_link_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'one_time_link_account_id_fkey' })
  account?: Account;

  @Column('text')
  purpose: LinkPurpose;

  @Column('text', { name: 'token_hash' })
  tokenHash: string;

  /** The new address of `change-email`, encrypted. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;
}

/** Where a link's new address is stored, for its encryption. */
export const linkEmailPlace = (linkId: string): string => `one_time_link/email/${linkId}`;
