import type { EmailTestPhase } from '@sitedesk/contract/email';
import { Column, Entity } from 'typeorm';
import { KeyedByTenant } from '../../platform/tenancy/tenant-rows.js';

/** The newest test of a tenant's email settings. It counts while the settings are the ones that were tested. */
@Entity('email_verification')
export class EmailVerificationRow extends KeyedByTenant {
  /** Of what was tested, as `emailFingerprint` makes it. */
  @Column('text')
  fingerprint: string;

  @Column('boolean')
  ok: boolean;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  actorLabel: string;

  @Column('jsonb')
  phases: EmailTestPhase[];
}
