import type { ActorKind, AuditOutcome } from '@sitedesk/contract/audit';
import { Column, Entity, Index, Unique } from 'typeorm';
import { OfTenant } from '../tenancy/tenant-rows.js';

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
@Index('audit_entry_main', { synchronize: false }) // these six are partial: migrations make them
@Index('audit_entry_main_actor', { synchronize: false })
@Index('audit_entry_part_of', { synchronize: false })
@Index('audit_entry_affected', { synchronize: false })
@Index('audit_entry_of_articles', { synchronize: false })
@Index('audit_entry_of_publishing', { synchronize: false })
export class AuditEntry extends OfTenant {
  /** Without gaps within a tenant, from 1. */
  @Column('bigint')
  sequence: string;

  /** Of whole milliseconds, so that the hash covers all of it. */
  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  @Column('text')
  actorKind: ActorKind;

  @Column('uuid', { nullable: true })
  actorId: string | null;

  /** What the actor was called then. Never an email address. */
  @Column('text')
  actorLabel: string;

  /** Such as `user.create`. */
  @Column('text')
  action: string;

  @Column('text', { nullable: true })
  targetKind: string | null;

  @Column('text', { nullable: true })
  targetId: string | null;

  @Column('text')
  outcome: AuditOutcome;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('jsonb', { nullable: true })
  before: object | null;

  @Column('jsonb', { nullable: true })
  after: object | null;

  /** The entry that this one goes on from: an action on many things takes several transactions. */
  @Column('uuid', { nullable: true })
  partOf: string | null;

  /** Everything that an action on many things changed. */
  @Column('uuid', { array: true, nullable: true })
  affected: string[] | null;

  @Column('text')
  clientAddress: string;

  @Column('text')
  userAgent: string;

  @Column('text')
  requestId: string;

  @Column('text')
  previousHash: string;

  @Column('text')
  hash: string;
}
