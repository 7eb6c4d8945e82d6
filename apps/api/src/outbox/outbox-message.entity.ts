import type { OutboxKind, OutboxState } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** A mail that has to leave (D1). The mail itself is made when it is sent, so that a corrected setting counts. */
@Entity('outbox_message')
@Index('outbox_message_due', ['tenantId', 'nextAttemptAt'], { where: "(state = 'queued'::text)" })
@Index('outbox_message_leased', ['leasedUntil'], { where: "(state = 'sending'::text)" })
@Index('outbox_message_tenant', ['tenantId', 'createdAt', 'id'])
export class OutboxMessage {
  /** That of the submission, which has one notification and takes it along when it is deleted; or of the account mail. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_message_pkey' })
  id: string;

  @Column('text', { default: 'submission' })
  kind: OutboxKind;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'outbox_message_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('text')
  state: OutboxState;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt: Date;

  /** Number of the worker that sends it now; its advisory lock says whether that worker still lives. */
  @Column('integer', { name: 'lease_owner', nullable: true })
  leaseOwner: number | null;

  @Column('timestamptz', { name: 'leased_until', nullable: true })
  leasedUntil: Date | null;

  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;

  /** When the mail is of no more use, because its link has expired; null: after the usual 72 hours. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;
}
