import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../../tenancy/tenant.entity.js';

/** A page that has loaded the visitor's script, as its browser named it. */
@Entity('contact_form_page')
export class ContactFormPageRow {
  @PrimaryColumn('uuid', { name: 'tenant_id', primaryKeyConstraintName: 'contact_form_page_pkey' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'contact_form_page_tenant_id_fkey' })
  tenant?: Tenant;

  /** Without query and fragment. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'contact_form_page_pkey' })
  page: string;

  @Column('boolean', { name: 'own_host' })
  ownHost: boolean;

  @Column('timestamptz', { name: 'first_seen_at' })
  firstSeenAt: Date;

  @Column('timestamptz', { name: 'last_seen_at' })
  lastSeenAt: Date;

  @Column('bigint')
  loads: string;
}
