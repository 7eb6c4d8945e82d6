import type { ContactAttemptStatus } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** One row per attempt to submit, refused ones included, never with the message text (D13, G-01). */
@Entity('contact_attempt')
@Index('contact_attempt_tenant_at', ['tenantId', 'at', 'id'])
@Index('contact_attempt_status', ['tenantId', 'status', 'at', 'id'])
@Index('contact_attempt_address', ['tenantId', 'clientAddress', 'at', 'id'])
@Index('contact_attempt_error', ['tenantId', 'error', 'at', 'id'], { where: '(error IS NOT NULL)' })
@Index('contact_attempt_submission', ['submissionId'])
export class ContactAttempt {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'contact_attempt_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'contact_attempt_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('uuid', { name: 'submission_id', nullable: true })
  submissionId: string | null;

  /** Null when the request was refused before its body was read. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { name: 'client_address' })
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

  @Column('text', { name: 'request_id' })
  requestId: string;

  /** More than one only for requests over the rate limit: one row per address and window counts them. */
  @Column('integer', { default: 1 })
  occurrences: number;
}
