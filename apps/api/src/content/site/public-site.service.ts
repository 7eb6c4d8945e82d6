import { Injectable } from '@nestjs/common';
import { SITE_LANGUAGES, type SiteLanguage } from '@sitedesk/contract/public-site';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { isUnusable } from '../../platform/settings/setting-values.js';
import { originOf, readSiteSettings } from './site-settings.js';

/** Where the public site is. */
@Injectable()
export class PublicSiteService {
  constructor(
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
  ) {}

  /** @returns null where it isn't known */
  async origin(tenantId: string): Promise<string | null> {
    const settings = await this.settings.read(tenantId, readSiteSettings);
    const tenant = await this.tenants.find(tenantId);
    return originOf(settings, tenant?.hostnames ?? []);
  }

  /** What the site says without an article; the default while its settings can't be read. */
  async language(tenantId: string): Promise<SiteLanguage> {
    try {
      return (await this.settings.read(tenantId, readSiteSettings)).language;
    } catch (error) {
      if (isUnusable(error)) return SITE_LANGUAGES[0];
      throw error;
    }
  }
}
