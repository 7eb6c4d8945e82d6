import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeyedByTenant } from '../../platform/tenancy/tenant-rows.js';

/** A page that has loaded the visitor's script, as its browser named it. */
@Entity('contact_form_page')
export class ContactFormPageRow extends KeyedByTenant {
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
