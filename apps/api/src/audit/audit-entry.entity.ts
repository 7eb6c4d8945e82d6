import type { ActorKind, AuditOutcome } from '@sitedesk/contract';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/**
 * One row for every change and every sign-in, failures too. Only ever added to, which triggers of the database enforce;
 * each row's hash covers the one before. Every filter of the list has an index in the list's order.
 */
@Entity('audit_entry')
@Unique('audit_entry_tenant_sequence', ['tenantId', 'sequence'])
@Index('audit_entry_at', ['tenantId', 'at', 'sequence'])
@Index('audit_entry_actor', ['tenantId', 'actorId', 'at', 'sequence'])
@Index('audit_entry_action', ['tenantId', 'action', 'at', 'sequence'])
@Index('audit_entry_action_group', { synchronize: false }) // over an expression: the migration makes it
@Index('audit_entry_target', ['tenantId', 'targetId', 'at', 'sequence'])
@Index('audit_entry_outcome', ['tenantId', 'outcome', 'at', 'sequence'])
@Index('audit_entry_request', ['tenantId', 'requestId', 'at', 'sequence'])
@Index('audit_entry_address', ['tenantId', 'clientAddress', 'at', 'sequence'])
export class AuditEntry {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'audit_entry_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'audit_entry_tenant_id_fkey' })
  tenant?: Tenant;

  /** Without gaps within a tenant, from 1. */
  @Column('bigint')
  sequence: string;

  /** Of whole milliseconds, so that the hash covers all of it. */
  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  @Column('text', { name: 'actor_kind' })
  actorKind: ActorKind;

  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId: string | null;

  /** What the actor was called then. Never an email address. */
  @Column('text', { name: 'actor_label' })
  actorLabel: string;

  /** Such as `user.create`. */
  @Column('text')
  action: string;

  @Column('text', { name: 'target_kind', nullable: true })
  targetKind: string | null;

  @Column('text', { name: 'target_id', nullable: true })
  targetId: string | null;

  @Column('text')
  outcome: AuditOutcome;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('jsonb', { nullable: true })
  before: object | null;

  @Column('jsonb', { nullable: true })
  after: object | null;

  @Column('text', { name: 'client_address' })
  clientAddress: string;

  @Column('text', { name: 'user_agent' })
  userAgent: string;

  @Column('text', { name: 'request_id' })
  requestId: string;

  @Column('text', { name: 'previous_hash' })
  previousHash: string;

  @Column('text')
  hash: string;
}
