import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A site that this backend serves. Everything stored belongs to one. */
@Entity('tenant')
export class Tenant {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tenant_pkey' })
  id: string;

  @Column('text')
  name: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
