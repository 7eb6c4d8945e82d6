import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** Who acted. `anonymous`: nobody signed in; `system`: the product itself, or an operator's command. */
export const ACTOR_KINDS = ['account', 'token', 'anonymous', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** `done`; `refused`: the product said no; `failed`: something went wrong. */
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** One row for every change and every sign-in, failures too. Only ever added to; each row's hash covers the one before. */
@Entity('audit_entry')
@Unique('audit_entry_tenant_sequence', ['tenantId', 'sequence'])
@Index('audit_entry_actor', ['tenantId', 'actorId', 'sequence'])
@Index('audit_entry_action', ['tenantId', 'action', 'sequence'])
@Index('audit_entry_target', ['tenantId', 'targetId', 'sequence'])
@Index('audit_entry_at', ['tenantId', 'at'])
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

  @Column('timestamptz')
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
