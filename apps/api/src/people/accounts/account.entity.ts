import { Column, Entity, Index, Unique } from 'typeorm';
import { OfTenant } from '../../platform/tenancy/tenant-rows.js';

/** `invited`: no password yet; `disabled`: kept, but cannot sign in. */
export type AccountStatus = 'active' | 'invited' | 'disabled';

/** A person who runs a site. The address is stored encrypted, and found by a keyed hash. */
@Entity('account')
@Unique('account_tenant_email', ['tenantId', 'emailKey'])
@Index('account_tenant_created', ['tenantId', 'createdAt', 'id'])
@Index('account_tenant_name', ['tenantId', 'nameKey', 'id'])
@Index('account_tenant_sign_in', ['tenantId', 'lastSignInAt', 'id'])
@Index('account_tenant_status', ['tenantId', 'status', 'createdAt', 'id'])
@Index('account_tenant_confirmed', ['tenantId', 'emailConfirmedAt'])
export class Account extends OfTenant {
  /** Encrypted, place `account/email/<id>`. */
  @Column('text')
  email: string;

  @Column('text')
  emailKey: string;

  @Column('text')
  displayName: string;

  /** The display name as it is sorted and searched; `AccountNameKey` keeps it. */
  @Column({ type: 'text', collation: 'C' })
  nameKey: string;

  @Column('text', { nullable: true })
  passwordHash: string | null;

  @Column('timestamptz', { nullable: true })
  passwordChangedAt: Date | null;

  /**
   * When the password was seen to be shorter than an account without a second factor may have. It says nothing
   * of a password that was set later.
   */
  @Column('timestamptz', { nullable: true })
  passwordFoundShortAt: Date | null;

  @Column('timestamptz', { nullable: true })
  emailConfirmedAt: Date | null;

  @Column('text')
  status: AccountStatus;

  @Column('timestamptz')
  createdAt: Date;

  /** The account that created this one, which may be gone by now; null for the first administrator and who registered. */
  @Column('uuid', { nullable: true })
  createdBy: string | null;

  @Column('timestamptz', { nullable: true })
  lastSignInAt: Date | null;

  /** Wrong passwords in a row, wherever they came from. */
  @Column('integer', { default: 0 })
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

/** A display name without regard to case. */
export const nameKeyOf = (displayName: string): string => displayName.normalize('NFC').toLowerCase();
