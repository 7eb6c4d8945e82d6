import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeyedByTenant } from '../tenancy/tenant-rows.js';

/** When a target of a tenant last worked, to the minute. Without a row it isn't known to, such as after a change of its settings. */
@Entity('job_success')
export class JobSuccess extends KeyedByTenant {
  @PrimaryColumn('text')
  target: string;

  @Column('timestamptz')
  at: Date;
}
