import { Column, ForeignKey, PrimaryColumn } from 'typeorm';
import { Tenant } from './tenant.entity.js';

/** A row of a tenant, which goes with it. */
export abstract class OfTenant {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey(() => Tenant, { onDelete: 'CASCADE' })
  @Column('uuid')
  tenantId: string;
}

/** The same for what a tenant has once, or once for each of further keys. */
export abstract class KeyedByTenant {
  @ForeignKey(() => Tenant, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  tenantId: string;
}
