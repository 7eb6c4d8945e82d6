import { Inject, Injectable } from '@nestjs/common';
import type { DeploymentState } from '@sitedesk/contract/deployments';
import { PublicSiteService } from '../../content/site/public-site.service.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { type PreviewedDeployment, previewLabel, previewPath } from './deployment-preview.js';
import { readPreviewDomain } from './preview-domain.js';

/** Where deployments can be seen before they are live. */
@Injectable()
export class DeploymentPreviewsService {
  constructor(
    private readonly site: PublicSiteService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns URLs by number of the deployment; none where the public site's URL isn't known, and for what isn't ready */
  async urls(
    tenantId: string,
    article: number,
    deployments: readonly { readonly number: number; readonly state: DeploymentState }[],
  ): Promise<ReadonlyMap<number, string>> {
    const origin = await this.site.origin(tenantId);
    if (origin === null) return new Map();
    const now = this.clock.now();
    return new Map(
      deployments
        .filter(({ state }) => state === 'ready')
        .map(({ number }) => [number, this.urlOf(origin, tenantId, { article, deployment: number }, now)]),
    );
  }

  private urlOf(origin: string, tenantId: string, shown: PreviewedDeployment, now: number): string {
    const { keyRing, env } = this.runtime;
    const domain = env.of(readPreviewDomain);
    if (domain === undefined) return origin + previewPath(keyRing, tenantId, shown, now);
    const url = new URL(origin);
    url.hostname = `${previewLabel(keyRing, tenantId, shown, now)}.${domain}`;
    return url.href;
  }
}
