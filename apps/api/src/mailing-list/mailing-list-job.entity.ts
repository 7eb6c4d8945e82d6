import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ContactSubmission } from '../contact/contact-submission.entity.js';

/** `queued` waits for its time or is on its way, `dead` waits for a person; one that is done is gone. */
export const MAILING_LIST_JOB_STATES = ['queued', 'dead'] as const;
export type MailingListJobState = (typeof MAILING_LIST_JOB_STATES)[number];

/**
 * A contact that has to reach the mailing list: written with its submission, in one transaction. An outbox of its own,
 * because everybody who reads `outbox_message` means mails, and a mail provider that is out must not hold it up.
 */
@Entity('mailing_list_job')
@Index('mailing_list_job_due', ['tenantId', 'nextAttemptAt'], { where: "(state = 'queued'::text)" })
@Index('mailing_list_job_dead', ['tenantId', 'failedAt', 'id'], { where: "(state = 'dead'::text)" })
@Index('mailing_list_job_submission', ['submissionId'])
export class MailingListJob {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mailing_list_job_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @Column('uuid', { name: 'submission_id' })
  submissionId: string;

  @ManyToOne(() => ContactSubmission, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'submission_id', foreignKeyConstraintName: 'mailing_list_job_submission_id_fkey' })
  submission?: ContactSubmission;

  /** Whether the person is asked first: what the rule was when the message came, whatever it is now. */
  @Column('boolean')
  confirm: boolean;

  @Column('text')
  state: MailingListJobState;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('integer', { default: 0 })
  attempts: number;

  /** While it is on its way: when another worker may take it, should this one have died. */
  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt: Date;

  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt: Date | null;
}
