import type { MessageCode } from '@sitedesk/contract/messages';
import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { OfTenant } from '../../platform/tenancy/tenant-rows.js';
import type { OutgoingEmail } from '../providers/outgoing-email.js';
import { JobRow } from '../../platform/jobs/job.entity.js';

/** From whom and to whom an email went. */
export type Envelope = Pick<OutgoingEmail, 'from' | 'to'>;

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

  /** Of emails to addresses that a site has set; null for others, whose addresses are people's own, and where none went out. */
  @Column('jsonb', { nullable: true })
  envelope: Envelope | null;
}
