import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** `invited`: no password yet; `disabled`: kept, but cannot sign in. */
export const ACCOUNT_STATUSES = ['active', 'invited', 'disabled'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A person who runs a site. The address is stored encrypted, and found by a keyed hash (K-03). */
@Entity('account')
@Unique('account_tenant_email', ['tenantId', 'emailKey'])
@Index('account_tenant_created', ['tenantId', 'createdAt', 'id'])
@Index('account_tenant_name', ['tenantId', 'nameKey', 'id'])
@Index('account_tenant_sign_in', ['tenantId', 'lastSignInAt', 'id'])
@Index('account_tenant_status', ['tenantId', 'status', 'createdAt', 'id'])
@Index('account_tenant_confirmed', ['tenantId', 'emailConfirmedAt'])
export class Account {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'account_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'account_tenant_id_fkey' })
  tenant?: Tenant;

  /** Encrypted, place `account/email/<id>`. */
  @Column('text')
  email: string;

  @Column('text', { name: 'email_key' })
  emailKey: string;

  @Column('text', { name: 'display_name' })
  displayName: string;

  /** The display name as it is sorted and searched; `AccountNameKey` keeps it. */
  @Column({ type: 'text', name: 'name_key', collation: 'C' })
  nameKey: string;

  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  @Column('timestamptz', { name: 'password_changed_at', nullable: true })
  passwordChangedAt: Date | null;

  /**
   * When the password was seen to be shorter than an account without a second factor may have (ID-01). It says nothing
   * of a password that was set later.
   */
  @Column('timestamptz', { name: 'password_found_short_at', nullable: true })
  passwordFoundShortAt: Date | null;

  @Column('timestamptz', { name: 'email_confirmed_at', nullable: true })
  emailConfirmedAt: Date | null;

  @Column('text')
  status: AccountStatus;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** The account that made this one, which may be gone by now; null for the first administrator and who registered. */
  @Column('uuid', { name: 'created_by', nullable: true })
  createdBy: string | null;

  @Column('timestamptz', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt: Date | null;

  /** Wrong passwords in a row, wherever they came from (ID-05). */
  @Column('integer', { name: 'failed_sign_ins', default: 0 })
  failedSignIns: number;

  /** Raised by every change that a form can make; the entity tag. */
  @Column('integer', { default: 1 })
  version: number;
}

/** Whether the password an account has now is known to be long enough only together with a second factor. */
export const hasShortPassword = ({
  passwordFoundShortAt: found,
  passwordChangedAt: changed,
}: Account): boolean => found !== null && (changed === null || found >= changed);

/** Where an account's address is stored, for its encryption. */
export const emailPlace = (accountId: string): string => `account/email/${accountId}`;

/** A display name without regard to case. */
export const nameKeyOf = (displayName: string): string => displayName.normalize('NFC').toLowerCase();
