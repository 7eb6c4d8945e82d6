import type { ContactFolder, SubmissionStatus } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** An accepted message of a visitor (D13). Once the visitor saw success, its row is on disk. */
@Entity('contact_submission')
@Index('contact_submission_tenant_received', ['tenantId', 'receivedAt', 'id'])
@Index('contact_submission_folder', ['tenantId', 'folder', 'receivedAt', 'id'])
@Index('contact_submission_unread', ['tenantId', 'folder', 'receivedAt', 'id'], {
  where: '(read_at IS NULL)',
})
@Index('contact_submission_undelivered', ['tenantId', 'undelivered', 'receivedAt', 'id'], {
  where: '(undelivered IS NOT NULL)',
})
@Index('contact_submission_act', ['tenantId', 'actId', 'id'], { where: '(act_id IS NOT NULL)' })
// Over expressions, which only the migration can say: what names and addresses are sorted by, and words found by.
@Index('contact_submission_name', { synchronize: false })
@Index('contact_submission_email', { synchronize: false })
@Index('contact_submission_words', { synchronize: false })
@Index('contact_submission_idempotency', ['tenantId', 'idempotencyKey'], {
  unique: true,
  where: '(idempotency_key IS NOT NULL)',
})
export class ContactSubmission {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'contact_submission_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'contact_submission_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('text')
  name: string;

  @Column('text')
  email: string;

  @Column('text')
  message: string;

  @Column('text', { name: 'client_address' })
  clientAddress: string;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent: string | null;

  /** Address of the page that held the form, as the browser told it. */
  @Column('text', { nullable: true })
  page: string | null;

  /** Public hostname the visitor used. */
  @Column('text')
  hostname: string;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt: Date;

  @Column('text', { name: 'receipt_code' })
  receiptCode: string;

  @Column('text')
  status: SubmissionStatus;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  /** Sent from the settings of the form, to see that messages arrive. */
  @Column('boolean', { name: 'is_test', default: false })
  isTest: boolean;
  @Column('text', { default: 'inbox' })
  folder: ContactFolder;

  @Column('timestamptz', { name: 'read_at', nullable: true })
  readAt: Date | null;

  /** Kept in the trash, so that the way back leads to where the message came from. */
  @Column('timestamptz', { name: 'archived_at', nullable: true })
  archivedAt: Date | null;

  @Column('timestamptz', { name: 'trashed_at', nullable: true })
  trashedAt: Date | null;

  /** What somebody did to it last, by which that can be taken back. */
  @Column('uuid', { name: 'act_id', nullable: true })
  actId: string | null;

  /** The status, when it is one that a person looks for: `failed` or `stored`. The database sees to it. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  undelivered: SubmissionStatus | null;
}
