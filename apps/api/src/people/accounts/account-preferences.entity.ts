import type {
  AccountPreferences as Preferences,
  Density,
  Locale,
  Theme,
} from '@sitedesk/contract/preferences';
import { Column, Entity } from 'typeorm';
import { KeyedByAccount } from './account-rows.js';

/** How a person likes the administration; no row while they have chosen nothing. */
@Entity('account_preferences')
export class AccountPreferences extends KeyedByAccount implements Preferences {
  @Column('text', { nullable: true })
  theme: Theme | null;

  @Column('text', { nullable: true })
  density: Density | null;

  @Column('text', { nullable: true })
  locale: Locale | null;

  @Column('boolean', { nullable: true })
  shortcuts: boolean | null;

  @Column('boolean', { nullable: true })
  navCollapsed: boolean | null;

  @Column('text', { nullable: true })
  timeZone: string | null;

  @Column('text', { nullable: true })
  startPage: string | null;

  @Column('text', { nullable: true })
  browserLocale: Locale | null;

  @Column('text', { nullable: true })
  browserTimeZone: string | null;
}
