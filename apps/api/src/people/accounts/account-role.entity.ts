import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { KeyedByAccount } from './account-rows.js';

/** A role assigned manually; the others come from a mapping, `mapped:<identity provider>`, and are kept apart. */
export const ASSIGNED_MANUALLY = 'manual';

/** A role of an account, once for each source it comes from. */
@Entity('account_role')
@Index('account_role_tenant_role', ['tenantId', 'roleKey', 'accountId'])
@Index('account_role_role', ['roleId'])
export class AccountRole extends KeyedByAccount {
  /** Name of a built-in role, or the id of a role of the tenant. */
  @PrimaryColumn('text')
  roleKey: string;

  @PrimaryColumn('text')
  source: string;

  /** The tenant's role, so that it takes its memberships along; null for a built-in one. */
  @ForeignKey('Role', { onDelete: 'CASCADE' })
  @Column('uuid', { nullable: true })
  roleId: string | null;
}
