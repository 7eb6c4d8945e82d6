import type { AuthorLink } from '@sitedesk/contract/authors';
import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { OfTenant } from '../../platform/tenancy/tenant-rows.js';

/** What readers see of an author. A user has at most one; it outlives the account. */
@Entity('author_profile')
@Unique('author_profile_account', ['tenantId', 'accountId'])
@Index('author_profile_name', ['tenantId', 'nameKey', 'id'])
export class AuthorProfileRow extends OfTenant {
  @ForeignKey(() => Account, { onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  accountId: string | null;

  @Column('text')
  name: string;

  /** The name as it is sorted and searched: without case. */
  @Column({ type: 'text', collation: 'C' })
  nameKey: string;

  @Column('text', { default: '' })
  biography: string;

  @Column('text', { nullable: true })
  pictureUrl: string | null;

  @Column('jsonb')
  links: AuthorLink[];

  @Column('timestamptz')
  createdAt: Date;

  @Column('integer', { default: 1 })
  version: number;
}
