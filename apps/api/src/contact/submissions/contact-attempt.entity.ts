import type { ContactAttemptStatus } from '@sitedesk/contract/inbox';
import { Column, Entity, Index } from 'typeorm';
import { OfTenant } from '../../platform/tenancy/tenant-rows.js';

/** One row per attempt to submit, refused ones included, never with the message text. */
@Entity('contact_attempt')
@Index('contact_attempt_tenant_at', ['tenantId', 'at', 'id'])
@Index('contact_attempt_status', ['tenantId', 'status', 'at', 'id'])
@Index('contact_attempt_address', ['tenantId', 'clientAddress', 'at', 'id'])
@Index('contact_attempt_error', ['tenantId', 'error', 'at', 'id'], { where: '(error IS NOT NULL)' })
@Index('contact_attempt_submission', ['submissionId'], { where: '(submission_id IS NOT NULL)' })
export class ContactAttempt extends OfTenant {
  @Column('uuid', { nullable: true })
  submissionId: string | null;

  /** Null when the request was refused before its body was read. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('text')
  clientAddress: string;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  status: ContactAttemptStatus;

  @Column('text', { nullable: true })
  error: string | null;

  /** Details for the administrator, such as the CAPTCHA provider's codes. */
  @Column('text', { nullable: true })
  detail: string | null;

  @Column('text')
  requestId: string;

  /** More than one only for requests over the rate limit: one row per address and window counts them. */
  @Column('integer', { default: 1 })
  occurrences: number;
}
