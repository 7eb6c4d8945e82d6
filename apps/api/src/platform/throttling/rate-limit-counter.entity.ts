import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Hits of one key in one window, for the instances that share a database. The table is UNLOGGED: a crash of the
 * database forgets the counters of the current windows, and no request waits for a flush. The window comes first in the
 * primary key so that expired rows are found without a second index.
 */
@Entity('rate_limit_counter')
export class RateLimitCounter {
  @PrimaryColumn('timestamptz')
  windowStart: Date;

  @PrimaryColumn('text')
  key: string;

  @Column('integer')
  hits: number;
}
