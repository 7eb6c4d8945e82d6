import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AiHelp } from '@sitedesk/contract/ai';
import { Account } from '../../people/accounts/account.entity.js';
import { KeyedByTenant } from '../../platform/tenancy/tenant-rows.js';

/** What a person used of the AI on a day of the site: numbers, never text. */
@Entity('ai_usage')
export class AiUsageRow extends KeyedByTenant {
  @PrimaryColumn('date')
  day: string;

  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @Index('ai_usage_account_id')
  @PrimaryColumn('uuid')
  accountId: string;

  @PrimaryColumn('text')
  help: AiHelp;

  @Column('integer', { default: 0 })
  calls: number;

  @Column('integer', { default: 0 })
  failures: number;

  /** Calls that a budget refused. */
  @Column('integer', { default: 0 })
  refusals: number;

  @Column('bigint', { default: 0 })
  tokensIn: string;

  @Column('bigint', { default: 0 })
  tokensOut: string;

  /** Tokens of calls under way. */
  @Column('bigint', { default: 0 })
  reserved: string;
}

/** What the whole site used on a day, with what is reserved. It outlives people who leave. */
@Entity('ai_day')
export class AiDay extends KeyedByTenant {
  @PrimaryColumn('date')
  day: string;

  @Column('bigint', { default: 0 })
  tokens: string;
}
