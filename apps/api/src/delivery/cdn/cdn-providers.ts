import { Injectable } from '@nestjs/common';
import type { CdnProviderName } from '@sitedesk/contract/cdn';
import type { CdnProvider } from './cdn-provider.js';
import { AzureProvider } from './azure.provider.js';
import { CloudFrontProvider } from './cloudfront.provider.js';
import { CloudflareProvider } from './cloudflare.provider.js';
import { SucuriProvider } from './sucuri.provider.js';

/** The services that purges can be sent to. */
@Injectable()
export class CdnProviders {
  private readonly providers: Readonly<Record<CdnProviderName, CdnProvider>>;

  constructor(
    cloudflare: CloudflareProvider,
    cloudfront: CloudFrontProvider,
    azure: AzureProvider,
    sucuri: SucuriProvider,
  ) {
    this.providers = { cloudflare, cloudfront, azure, sucuri };
  }

  get(name: CdnProviderName): CdnProvider {
    return this.providers[name];
  }
}
