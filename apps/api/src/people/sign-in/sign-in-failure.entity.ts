import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Wrong guesses for one email address from one network address, whether there is such an account or not. */
@Entity('sign_in_failure')
@Index('sign_in_failure_last', ['lastAt'])
export class SignInFailure {
  @PrimaryColumn('uuid')
  tenantId: string;

  /** Keyed hash of the email address. */
  @PrimaryColumn('text')
  emailKey: string;

  @PrimaryColumn('text')
  address: string;

  @Column('integer')
  failures: number;

  @Column('timestamptz')
  lastAt: Date;
}
