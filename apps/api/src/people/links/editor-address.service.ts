import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import type { Message } from '@sitedesk/contract/messages';
import { Inject, Injectable } from '@nestjs/common';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { SettingInvalidError } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { readIdentitySettings } from '../accounts/identity-settings.js';

/** The editor's address, or a sentence on why none is known. */
type EditorAddress = { readonly url: string } | { readonly problem: Message };

/**
 * Where a tenant's editor is, for links in emails. From the configuration only: whatever a request says about hosts could
 * send a link's secret to a stranger.
 */
@Injectable()
export class EditorAddressService {
  constructor(
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  async of(tenantId: string): Promise<EditorAddress> {
    try {
      const { editorUrl } = await this.settings.read(tenantId, readIdentitySettings);
      if (editorUrl !== undefined) return { url: editorUrl };
    } catch (error) {
      if (error instanceof SettingInvalidError) return { problem: error.fault };
      throw error;
    }
    const { demonstration, port } = this.runtime.env;
    if (demonstration) return { url: `http://localhost:${port}` };
    const [hostname] = (await this.tenants.find(tenantId))?.hostnames ?? [];
    if (hostname !== undefined) return { url: `https://${hostname}` };
    return { problem: IDENTITY_TEXTS.adminUrlMissing };
  }
}
