import { Column, Entity } from 'typeorm';
import { KeyedByTenant } from '../tenancy/tenant-rows.js';

/**
 * Both ends of a tenant's chain of audit rows. Anyone who adds a row locks this one, so that entries get their places one after
 * the other; and because it names the last row, a chain that was cut off at its end is noticed.
 */
@Entity('audit_head')
export class AuditHead extends KeyedByTenant {
  /** Place of the row written last; 0 before the first. Never goes back. */
  @Column('bigint')
  sequence: string;

  /** Its hash; zeros before the first. */
  @Column('text')
  hash: string;

  /** Place of the last row that the retention deleted, where verification starts; 0 for none. */
  @Column('bigint')
  anchorSequence: string;

  /** The hash that row had; zeros for none. */
  @Column('text')
  anchorHash: string;
}
