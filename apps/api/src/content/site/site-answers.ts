import { Injectable } from '@nestjs/common';
import type { ResolvedTenant } from '../../platform/tenancy/tenants.service.js';
import type { MediaAnswer } from './media.service.js';
import type { StoredPage } from './page-cache.js';
import type { SiteRequest } from './site-request.js';

/** Answers a request of the public site, or leaves it to the pages: undefined, at once wherever it can say so. */
type SiteAnswer = (
  tenant: ResolvedTenant,
  host: string,
  request: SiteRequest,
) => StoredPage | Promise<StoredPage | MediaAnswer | undefined> | undefined;

/** Answers every request at hostnames of its own, which are no site's: undefined for any other hostname. */
type HostAnswer = (host: string, request: SiteRequest) => Promise<StoredPage | MediaAnswer> | undefined;

/** What areas above answer at addresses of the public site, before a page is looked for. */
@Injectable()
export class SiteAnswers {
  private readonly answers: SiteAnswer[] = [];
  private readonly hosts: HostAnswer[] = [];

  /** For features, in the constructor of a service. */
  add(answer: SiteAnswer): void {
    this.answers.push(answer);
  }

  /** The same for hostnames that are looked at before those of sites. */
  addHosts(answer: HostAnswer): void {
    this.hosts.push(answer);
  }

  atHost(host: string, request: SiteRequest): ReturnType<HostAnswer> {
    for (const answer of this.hosts) {
      const found = answer(host, request);
      if (found) return found;
    }
    return undefined;
  }

  find(tenant: ResolvedTenant, host: string, request: SiteRequest): ReturnType<SiteAnswer> {
    for (let index = 0; index < this.answers.length; index += 1) {
      const found = this.answers[index]?.(tenant, host, request);
      if (found instanceof Promise) return this.findAfter(found, index, [tenant, host, request]);
      if (found) return found;
    }
    return undefined;
  }

  private async findAfter(
    first: Promise<StoredPage | MediaAnswer | undefined>,
    index: number,
    request: Parameters<SiteAnswer>,
  ): Promise<StoredPage | MediaAnswer | undefined> {
    const found = await first;
    if (found) return found;
    for (const answer of this.answers.slice(index + 1)) {
      const other = await answer(...request);
      if (other) return other;
    }
    return undefined;
  }
}
