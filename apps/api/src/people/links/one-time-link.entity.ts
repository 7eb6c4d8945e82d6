import type { LinkPurpose } from '@sitedesk/contract/account';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A link that lets its holder do one thing once. Its token is stored as a hash only. */
@Entity('one_time_link')
@Unique('one_time_link_token', ['tokenHash'])
@Index('one_time_link_account', ['accountId', 'purpose'])
export class OneTimeLink {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  tenantId: string;

  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @Column('uuid')
  accountId: string;

  @Column('text')
  purpose: LinkPurpose;

  @Column('text')
  tokenHash: string;

  /** The new address of `change-email`, encrypted. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}

/** Where a link's new address is stored, for its encryption. */
export const linkEmailPlace = (linkId: string): string => `one_time_link/email/${linkId}`;
