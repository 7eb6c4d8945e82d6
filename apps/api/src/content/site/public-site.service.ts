import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
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
}
