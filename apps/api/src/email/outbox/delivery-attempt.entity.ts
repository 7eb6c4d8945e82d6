import type { MessageCode } from '@sitedesk/contract/messages';
import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { OfTenant } from '../../platform/tenancy/tenant-rows.js';
import { JobRow } from '../../platform/jobs/job.entity.js';

/** What an email provider answered to one attempt to deliver. */
@Entity('delivery_attempt')
@Index('delivery_attempt_message', ['jobId', 'at'])
export class DeliveryAttempt extends OfTenant {
  @ForeignKey(() => JobRow, { onDelete: 'CASCADE' })
  @Column('uuid')
  jobId: string;

  @Column('timestamptz')
  at: Date;

  /** `sent`, or the kind of the failure. */
  @Column('text')
  outcome: string;

  @Column('text')
  provider: string;

  /** The provider's own words, or ours when it said nothing. */
  @Column('text')
  detail: string;

  /** Of `detail`, for readers of other languages; null for the provider's words. */
  @Column('jsonb', { nullable: true })
  detailCode: MessageCode | null;

  @Column('integer')
  durationMs: number;
}
