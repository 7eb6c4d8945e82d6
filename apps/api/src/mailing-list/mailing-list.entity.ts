import type { ConsentRule, MailingListMapping, MailingListProviderName } from '@sitedesk/contract';
import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** The mailing list service that a tenant has connected, and how the synchronisation goes. */
@Entity('mailing_list')
export class MailingList {
  @PrimaryColumn('uuid', { name: 'tenant_id', primaryKeyConstraintName: 'mailing_list_pkey' })
  tenantId: string;

  @OneToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'mailing_list_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('text')
  provider: MailingListProviderName;

  @Column('text', { name: 'api_url' })
  apiUrl: string;

  /** Encrypted, place `mailing_list/api_key/<tenant id>`. */
  @Column('text', { name: 'api_key' })
  apiKey: string;

  @Column('timestamptz', { name: 'key_updated_at' })
  keyUpdatedAt: Date;

  @Column('text', { name: 'account_name' })
  accountName: string;

  /** Null until a list is chosen; then nothing is synchronised yet. */
  @Column('text', { name: 'list_id', nullable: true })
  listId: string | null;

  @Column('text', { name: 'list_name', nullable: true })
  listName: string | null;

  @Column('jsonb')
  mapping: readonly MailingListMapping[];

  @Column('text', { name: 'consent_rule', nullable: true })
  consentRule: ConsentRule | null;

  @Column('text', { name: 'consent_pages', array: true })
  consentPages: string[];

  @Column('text', { name: 'consent_statement', nullable: true })
  consentStatement: string | null;

  @Column('boolean', { default: false })
  paused: boolean;

  @Column('timestamptz', { name: 'connected_at' })
  connectedAt: Date;

  /** Of what people set; what the worker writes leaves it alone. */
  @Column('integer', { default: 1 })
  version: number;

  @Column('integer', { default: 0 })
  synchronised: number;

  @Column('timestamptz', { name: 'last_synchronised_at', nullable: true })
  lastSynchronisedAt: Date | null;

  /** Troubles with the service in a row; any answer about a contact ends the row. */
  @Column('integer', { default: 0 })
  failures: number;

  @Column('text', { name: 'failure_kind', nullable: true })
  failureKind: string | null;

  @Column('text', { name: 'failure_detail', nullable: true })
  failureDetail: string | null;

  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince: Date | null;

  /** No contact of the tenant is sent before this time. */
  @Column('timestamptz', { name: 'held_until', nullable: true })
  heldUntil: Date | null;
}

/** Where a tenant's key is stored, for its encryption. */
export const apiKeyPlace = (tenantId: string): string => `mailing_list/api_key/${tenantId}`;
