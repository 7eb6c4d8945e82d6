import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../identity/account.entity.js';
import { Role } from './role.entity.js';

/** A role given by hand; the others come from a mapping, `mapped:<identity provider>`, and are kept apart. */
export const GIVEN_BY_HAND = 'manual';

/** A role of an account, once for each source it comes from. */
@Entity('account_role')
@Index('account_role_tenant_role', ['tenantId', 'roleKey', 'accountId'])
@Index('account_role_role', ['roleId'])
export class AccountRole {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'account_role_pkey' })
  accountId: string;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'account_role_account_id_fkey' })
  account?: Account;

  /** Name of a built-in role, or the id of a role of the tenant. */
  @PrimaryColumn('text', { name: 'role_key', primaryKeyConstraintName: 'account_role_pkey' })
  roleKey: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'account_role_pkey' })
  source: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  /** The tenant's role, so that it takes its memberships along; null for a built-in one. */
  @Column('uuid', { name: 'role_id', nullable: true })
  roleId: string | null;

  @ManyToOne(() => Role, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'role_id', foreignKeyConstraintName: 'account_role_role_id_fkey' })
  role?: Role | null;
}
