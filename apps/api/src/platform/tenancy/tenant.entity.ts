import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A site that this backend serves. Everything stored belongs to one. */
@Entity('tenant')
export class Tenant {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('timestamptz')
  createdAt: Date;
}
