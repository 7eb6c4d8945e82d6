import { Injectable } from '@nestjs/common';
import type { CdnProviderName } from '@sitedesk/contract/cdn';
import type { CdnProvider } from './cdn-provider.js';
import { CloudflareProvider } from './cloudflare.provider.js';

/** The services that purges can be sent to. */
@Injectable()
export class CdnProviders {
  private readonly providers: Readonly<Record<CdnProviderName, CdnProvider>>;

  constructor(cloudflare: CloudflareProvider) {
    this.providers = { cloudflare };
  }

  get(name: CdnProviderName): CdnProvider {
    return this.providers[name];
  }
}
