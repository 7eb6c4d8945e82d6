import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';
import { OutboxMessage } from './outbox-message.entity.js';

/** What a mail provider answered to one attempt to deliver. */
@Entity('delivery_attempt')
@Index('delivery_attempt_message', ['outboxId', 'at'])
export class DeliveryAttempt {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'delivery_attempt_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'delivery_attempt_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('uuid', { name: 'outbox_id' })
  outboxId: string;

  @ManyToOne(() => OutboxMessage, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'outbox_id', foreignKeyConstraintName: 'delivery_attempt_outbox_id_fkey' })
  outbox?: OutboxMessage;

  @Column('timestamptz')
  at: Date;

  /** `sent`, or the kind of the failure. */
  @Column('text')
  outcome: string;

  @Column('text')
  provider: string;

  /** The provider's own words. */
  @Column('text')
  detail: string;

  @Column('integer', { name: 'duration_ms' })
  durationMs: number;
}
