import type { EmailTestPhase } from '@sitedesk/contract';
import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** The newest test of a tenant's mail settings. It counts while the settings are the ones that were tested. */
@Entity('email_verification')
export class EmailVerificationRow {
  @PrimaryColumn('uuid', { name: 'tenant_id', primaryKeyConstraintName: 'email_verification_pkey' })
  tenantId: string;

  @OneToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'email_verification_tenant_id_fkey' })
  tenant?: Tenant;

  /** Of what was tested, as `mailFingerprint` makes it. */
  @Column('text')
  fingerprint: string;

  @Column('boolean')
  ok: boolean;

  @Column('timestamptz')
  at: Date;

  @Column('text', { name: 'actor_label' })
  actorLabel: string;

  @Column('jsonb')
  phases: EmailTestPhase[];
}
