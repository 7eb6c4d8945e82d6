import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Tenant } from '../../platform/tenancy/tenant.entity.js';

/** A page that has loaded the visitor's script, as its browser named it. */
@Entity('contact_form_page')
export class ContactFormPageRow {
  @ForeignKey(() => Tenant, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  tenantId: string;

  /** Without query and fragment. */
  @PrimaryColumn('text')
  page: string;

  @Column('boolean')
  ownHost: boolean;

  @Column('timestamptz')
  firstSeenAt: Date;

  @Column('timestamptz')
  lastSeenAt: Date;

  @Column('bigint')
  loads: string;
}
