import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Role } from '../../roles/role.entity.js';
import { IdentityProvider } from './identity-provider.entity.js';

/** Whoever is in this group of the provider has this role. */
@Entity('group_role_mapping')
@Index('group_role_mapping_role', ['roleId'])
export class GroupRoleMapping {
  @PrimaryColumn('uuid', { name: 'provider_id', primaryKeyConstraintName: 'group_role_mapping_pkey' })
  providerId: string;

  @ManyToOne(() => IdentityProvider, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'provider_id', foreignKeyConstraintName: 'group_role_mapping_provider_id_fkey' })
  provider?: IdentityProvider;

  /** The group's id, never its name: names change hands. */
  @PrimaryColumn('text', { name: 'group_id', primaryKeyConstraintName: 'group_role_mapping_pkey' })
  groupId: string;

  @PrimaryColumn('text', { name: 'role_key', primaryKeyConstraintName: 'group_role_mapping_pkey' })
  roleKey: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  /** The tenant's role, so that the mapping goes with it; null for a built-in one. */
  @Column('uuid', { name: 'role_id', nullable: true })
  roleId: string | null;

  @ManyToOne(() => Role, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'role_id', foreignKeyConstraintName: 'group_role_mapping_role_id_fkey' })
  role?: Role | null;
}
