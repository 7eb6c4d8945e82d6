import type {
  ConsentRule,
  MailingListMapping,
  MailingListProviderName,
} from '@sitedesk/contract/mailing-list';
import { Column, Entity } from 'typeorm';
import { KeyedByTenant } from '../../platform/tenancy/tenant-rows.js';

/** Kind and target of the jobs that bring a contact to the list; the subject of such a job is the submission. */
export const MAILING_LIST = 'mailing-list';

/** The mailing list service that a tenant has connected, and how the synchronisation goes. */
@Entity('mailing_list')
export class MailingList extends KeyedByTenant {
  @Column('text')
  provider: MailingListProviderName;

  @Column('text')
  apiUrl: string;

  /** Encrypted, place `mailing_list/api_key/<tenant id>`. */
  @Column('text')
  apiKey: string;

  @Column('timestamptz')
  keyUpdatedAt: Date;

  @Column('text')
  accountName: string;

  /** Null until a list is chosen; then nothing is synchronised yet. */
  @Column('text', { nullable: true })
  listId: string | null;

  @Column('text', { nullable: true })
  listName: string | null;

  @Column('jsonb')
  mapping: readonly MailingListMapping[];

  @Column('text', { nullable: true })
  consentRule: ConsentRule | null;

  @Column('text', { array: true })
  consentPages: string[];

  @Column('text', { nullable: true })
  consentStatement: string | null;

  @Column('boolean', { default: false })
  paused: boolean;

  @Column('timestamptz')
  connectedAt: Date;

  /** Of what people set; what the worker writes leaves it alone. */
  @Column('integer', { default: 1 })
  version: number;

  @Column('integer', { default: 0 })
  synchronised: number;

  @Column('timestamptz', { nullable: true })
  lastSynchronisedAt: Date | null;
}

/** Where a tenant's key is stored, for its encryption. */
export const apiKeyPlace = (tenantId: string): string => `mailing_list/api_key/${tenantId}`;

/** Contacts go to the list; otherwise they wait. */
export const isReady = ({ listId, paused }: Pick<MailingList, 'listId' | 'paused'>): boolean =>
  listId !== null && !paused;
