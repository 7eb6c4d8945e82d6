import type { LinkPurpose } from '@sitedesk/contract/account';
import { Column, Entity, Index, Unique } from 'typeorm';
import { OfAccount } from '../accounts/account-rows.js';

/** A link that lets its holder do one thing once. Its token is stored as a hash only. */
@Entity('one_time_link')
@Unique('one_time_link_token', ['tokenHash'])
@Index('one_time_link_account', ['accountId', 'purpose'])
export class OneTimeLink extends OfAccount {
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
