import { Injectable } from '@nestjs/common';
import type { AccountPreferences as Preferences, Locale } from '@sitedesk/contract/preferences';
import type { ChangePreferencesDto } from '@sitedesk/contract/preferences.dto';
import { EntityManager } from 'typeorm';
import { AccountPreferences } from './account-preferences.entity.js';

/** How texts for a person are written. */
export interface Reader {
  readonly locale: Locale;
  readonly timeZone: string;
}

const NOTHING: Preferences = {
  theme: null,
  density: null,
  locale: null,
  shortcuts: null,
  navCollapsed: null,
  timeZone: null,
  startPage: null,
  browserLocale: null,
  browserTimeZone: null,
};

/** How people like the administration, and how they read what is sent to them. */
@Injectable()
export class AccountPreferencesService {
  constructor(private readonly manager: EntityManager) {}

  async read(tenantId: string, accountId: string): Promise<Preferences> {
    const row = await this.manager.findOneBy(AccountPreferences, { tenantId, accountId });
    const { theme, density, locale, shortcuts, navCollapsed, startPage } = row ?? NOTHING;
    const { timeZone, browserLocale, browserTimeZone } = row ?? NOTHING;
    return {
      theme,
      density,
      locale,
      shortcuts,
      navCollapsed,
      timeZone,
      startPage,
      browserLocale,
      browserTimeZone,
    };
  }

  /** Changes what is named. */
  async change(tenantId: string, accountId: string, change: ChangePreferencesDto): Promise<Preferences> {
    await this.manager.upsert(AccountPreferences, { ...change, accountId, tenantId }, ['accountId']);
    return this.read(tenantId, accountId);
  }

  /** The language and time zone that the person has chosen, else their latest browser's. */
  async readerOf(tenantId: string, accountId: string): Promise<Reader> {
    const { locale, browserLocale, timeZone, browserTimeZone } = await this.read(tenantId, accountId);
    return { locale: locale ?? browserLocale ?? 'en', timeZone: timeZone ?? browserTimeZone ?? 'UTC' };
  }

  /** How the first of them reads of whom a language is known; undefined when none is. */
  async readerAmong(tenantId: string, accountIds: readonly string[]): Promise<Reader | undefined> {
    for (const accountId of accountIds) {
      const { locale, browserLocale } = await this.read(tenantId, accountId);
      if (locale ?? browserLocale) return this.readerOf(tenantId, accountId);
    }
    return undefined;
  }
}
