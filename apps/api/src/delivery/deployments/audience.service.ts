import { Injectable } from '@nestjs/common';
import { readSiteSettings } from '../../content/site/site-settings.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';

/** For whom tokens of CI services must be: one for another site is worth nothing here. */
@Injectable()
export class AudienceService {
  constructor(
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
  ) {}

  /** @returns each that is right, that of the administration first; where no hostname is known, that of the request */
  async of({ tenantId, hostname }: RequestContext): Promise<readonly string[]> {
    const { editorHost, publicUrl } = await this.settings.read(tenantId, readSiteSettings);
    const known = [
      ...(editorHost === undefined ? [] : [editorHost]),
      ...((await this.tenants.find(tenantId))?.hostnames ?? []),
      ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
    ];
    const hosts = known.includes(hostname) ? [hostname, ...known] : known;
    return [...new Set(hosts.length === 0 ? [hostname] : hosts)].map((host) => `sitedesk:${host}`);
  }
}
