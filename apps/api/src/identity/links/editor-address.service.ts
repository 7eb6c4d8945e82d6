import { Inject, Injectable } from '@nestjs/common';
import { RUNTIME, type Runtime } from '../../config/runtime.js';
import { SettingInvalidError } from '../../settings/setting-values.js';
import { SettingsService } from '../../settings/settings.service.js';
import { TenantsService } from '../../tenancy/tenants.service.js';
import { readIdentitySettings } from '../identity-settings.js';

/** The editor's address, or a sentence on why none is known. */
export type EditorAddress = { readonly url: string } | { readonly problem: string };

/**
 * Where a tenant's editor is, for links in mails. From the configuration only: whatever a request says about hosts could
 * send a link's secret to a stranger (ID-08).
 */
@Injectable()
export class EditorAddresses {
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
      if (error instanceof SettingInvalidError) return { problem: error.message };
      throw error;
    }
    const { demonstration, port } = this.runtime.env;
    if (demonstration) return { url: `http://localhost:${port}` };
    const [hostname] = (await this.tenants.find(tenantId))?.hostnames ?? [];
    if (hostname !== undefined) return { url: `https://${hostname}` };
    return {
      problem: 'The address of the editor is not known, so no link can be mailed (Identity/EditorUrl).',
    };
  }
}
