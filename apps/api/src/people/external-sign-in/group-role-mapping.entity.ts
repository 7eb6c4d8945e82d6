import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Role } from '../roles/role.entity.js';
import { IdentityProvider } from './identity-provider.entity.js';

/** Anyone who is in this group of the provider has this role. */
@Entity('group_role_mapping')
@Index('group_role_mapping_role', ['roleId'])
export class GroupRoleMapping {
  @ForeignKey(() => IdentityProvider, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  providerId: string;

  /** The group's id, never its name: names change hands. */
  @PrimaryColumn('text')
  groupId: string;

  @PrimaryColumn('text')
  roleKey: string;

  @Column('uuid')
  tenantId: string;

  /** The tenant's role, so that the mapping goes with it; null for a built-in one. */
  @ForeignKey(() => Role, { onDelete: 'CASCADE' })
  @Column('uuid', { nullable: true })
  roleId: string | null;
}
