import type { AuthorLink } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../identity/account.entity.js';
import { Tenant } from '../tenancy/tenant.entity.js';

/** What readers are told of an author. A user has at most one; it outlives the account. */
@Entity('author_profile')
@Unique('author_profile_account', ['tenantId', 'accountId'])
@Index('author_profile_name', ['tenantId', 'nameKey', 'id'])
export class AuthorProfileRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'author_profile_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'author_profile_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'author_profile_account_id_fkey' })
  account?: Account | null;

  @Column('text')
  name: string;

  /** The name as it is sorted and searched: without case. */
  @Column({ type: 'text', name: 'name_key', collation: 'C' })
  nameKey: string;

  @Column('text', { default: '' })
  biography: string;

  @Column('text', { name: 'picture_url', nullable: true })
  pictureUrl: string | null;

  @Column('jsonb')
  links: AuthorLink[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('integer', { default: 1 })
  version: number;
}
