import type { AiFailureKind } from '@sitedesk/contract/ai';
import type { MessageCode } from '@sitedesk/contract/messages';
import { Column, Entity } from 'typeorm';
import { KeyedByTenant } from '../../platform/tenancy/tenant-rows.js';

/** How a site's provider behaved since its settings changed. */
@Entity('ai_state')
export class AiStateRow extends KeyedByTenant {
  /** Of which settings this is true, secrets left out. */
  @Column('text')
  configuration: string;

  @Column('timestamptz', { nullable: true })
  successAt: Date | null;

  @Column('timestamptz', { nullable: true })
  failureAt: Date | null;

  /** The first failure since the newest success. */
  @Column('timestamptz', { nullable: true })
  failingSince: Date | null;

  @Column('text', { nullable: true })
  failureKind: AiFailureKind | null;

  @Column('text', { nullable: true })
  detail: string | null;

  @Column('jsonb', { nullable: true })
  detailCode: MessageCode | null;

  @Column('timestamptz', { nullable: true })
  throttledUntil: Date | null;

  /** Milliseconds of the newest successes, newest first. */
  @Column('integer', { array: true, default: [] })
  latencies: number[];
}
