import type { AuditVerification as Result } from '@sitedesk/contract/audit';
import { Column, Entity } from 'typeorm';
import { KeyedByTenant } from '../tenancy/tenant-rows.js';

/** A tenant's latest verification, from the command line as well. */
@Entity('audit_verification')
export class AuditVerification extends KeyedByTenant {
  @Column('timestamptz')
  verifiedAt: Date;

  @Column('jsonb')
  result: Result;
}
