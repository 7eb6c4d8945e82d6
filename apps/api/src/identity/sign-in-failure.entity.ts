import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Wrong guesses for one email address from one network address, whether there is such an account or not (ID-05). */
@Entity('sign_in_failure')
@Index('sign_in_failure_last', ['lastAt'])
export class SignInFailure {
  @PrimaryColumn('uuid', { name: 'tenant_id', primaryKeyConstraintName: 'sign_in_failure_pkey' })
  tenantId: string;

  /** Keyed hash of the email address. */
  @PrimaryColumn('text', { name: 'email_key', primaryKeyConstraintName: 'sign_in_failure_pkey' })
  emailKey: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'sign_in_failure_pkey' })
  address: string;

  @Column('integer')
  failures: number;

  @Column('timestamptz', { name: 'last_at' })
  lastAt: Date;
}
