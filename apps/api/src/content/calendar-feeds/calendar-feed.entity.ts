import { Column, Entity, Unique } from 'typeorm';
import { KeyedByAccount } from '../../people/accounts/account-rows.js';

/** The secret with which a person's calendar programs read what is scheduled. Stored as a hash only: it has 256 bits. */
@Entity('calendar_feed')
@Unique('calendar_feed_token', ['tokenHash'])
export class CalendarFeed extends KeyedByAccount {
  @Column('text')
  tokenHash: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;
}
