import type { SubmissionStatus } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** An accepted message of a visitor (D13). Once the visitor saw success, its row is on disk. */
@Entity('contact_submission')
@Index('contact_submission_tenant_received', ['tenantId', 'receivedAt', 'id'])
@Index('contact_submission_failed', ['tenantId', 'receivedAt'], { where: "(status = 'failed'::text)" })
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
}
