import type { SubmissionStatus } from '@sitedesk/contract/contact';
import type { ContactFolder } from '@sitedesk/contract/inbox';
import type { MessageCode } from '@sitedesk/contract/messages';
import { Column, Entity, Index } from 'typeorm';
import { OfTenant } from '../../platform/tenancy/tenant-rows.js';

/** An accepted message of a visitor. Once the visitor saw success, its row is on disk. */
@Entity('contact_submission')
@Index('contact_submission_tenant_received', ['tenantId', 'receivedAt', 'id'])
@Index('contact_submission_folder', ['tenantId', 'folder', 'receivedAt', 'id'])
@Index('contact_submission_unread', ['tenantId', 'folder', 'receivedAt', 'id'], {
  where: '(read_at IS NULL)',
})
@Index('contact_submission_undelivered', ['tenantId', 'undelivered', 'receivedAt', 'id'], {
  where: '(undelivered IS NOT NULL)',
})
@Index('contact_submission_trashed', ['tenantId', 'trashedAt', 'id'], { where: "(folder = 'trash'::text)" })
@Index('contact_submission_action', ['tenantId', 'actionId', 'id'], { where: '(action_id IS NOT NULL)' })
// Over expressions, which only the migration can say: what names and addresses are sorted by, and words found by.
@Index('contact_submission_name', { synchronize: false })
@Index('contact_submission_email', { synchronize: false })
@Index('contact_submission_words', { synchronize: false })
@Index('contact_submission_idempotency', ['tenantId', 'idempotencyKey'], {
  unique: true,
  where: '(idempotency_key IS NOT NULL)',
})
export class ContactSubmission extends OfTenant {
  @Column('text')
  name: string;

  @Column('text')
  email: string;

  @Column('text')
  message: string;

  @Column('text')
  clientAddress: string;

  @Column('text', { nullable: true })
  userAgent: string | null;

  /** Address of the page that held the form, as the browser sent it. */
  @Column('text', { nullable: true })
  page: string | null;

  /** Public hostname the visitor used. */
  @Column('text')
  hostname: string;

  @Column('timestamptz')
  receivedAt: Date;

  @Column('text')
  receiptCode: string;

  @Column('text')
  status: SubmissionStatus;

  @Column('text', { nullable: true })
  error: string | null;

  /** Of `error`, for readers of other languages; null for the provider's words. */
  @Column('jsonb', { nullable: true })
  errorCode: MessageCode | null;

  @Column('text', { nullable: true })
  idempotencyKey: string | null;

  /** Sent from the settings of the form, to see that messages arrive. */
  @Column('boolean', { default: false })
  isTest: boolean;
  @Column('text', { default: 'inbox' })
  folder: ContactFolder;

  @Column('timestamptz', { nullable: true })
  readAt: Date | null;

  /** Kept in the trash, so that the way back leads to where the message came from. */
  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  trashedAt: Date | null;

  /** The last action of someone on it, by which that can be undone. */
  @Column('uuid', { nullable: true })
  actionId: string | null;

  /** The status, when it is one that a person looks for: `failed`, `stored` or `held`. The database sees to it. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  undelivered: SubmissionStatus | null;
}
