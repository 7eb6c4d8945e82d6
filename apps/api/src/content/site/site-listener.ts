import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import type { PublicSiteCode } from '@sitedesk/contract/public-site';
import { createNodeListener } from '@sitedesk/edge-proxy';
import { once } from 'node:events';
import { pipeline } from 'node:stream';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { AccessLog } from '../../platform/access-log/access-log.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { remembering } from '../../platform/core/remembering.js';
import { answerClientError } from '../../platform/errors/framework-errors.js';
import { requestIdOf } from '../../platform/http/byte-lane.js';
import { MEDIA_PATH } from '@sitedesk/contract/files';
import { PREVIEW_PATH } from '@sitedesk/contract/preview-links';
import { canonicalHost } from '../../platform/http/canonical-host.js';
import { clientAddress } from '../../platform/http/client-address.js';
import { requestFault } from '../../platform/http/request-fault.js';
import { BACKLOG, MAX_CONNECTIONS, TIMEOUTS } from '../../platform/http/server-limits.js';
import { bestCoding } from '../../platform/http/content-coding.js';
import { MetricsService } from '../../platform/metrics/metrics.service.js';
import type { SystemFinding } from '../../platform/system/run-checks.js';
import { SystemService } from '../../platform/system/system.service.js';
import { OWN_SECRET } from '../../platform/tenancy/tenant.guard.js';
import { type ResolvedTenant, TenantsService } from '../../platform/tenancy/tenants.service.js';
import { PolicyThrottlerGuard, type RateCount } from '../../platform/throttling/policy-throttler.guard.js';
import { SEARCH_PATH } from './search/asked-search.js';
import { type MediaAnswer, MediaService } from './media.service.js';
import {
  answerWith,
  isUnchanged,
  lastModified,
  type StoredPage,
  storedPage,
  withRequestId,
} from './page-cache.js';
import { PublicDatabase } from './public-database.js';
import { errorAnswer, isMoved, redirectTo } from './page-answers.js';
import { LAYOUT_FILES, PublicPagesService } from './public-pages.service.js';
import { publicPath } from '../articles/public-path.js';
import { SiteAnswers } from './site-answers.js';
import { ASSETS } from './site-assets.js';
import { SITE_FILES } from './site-files.js';
import { SiteRequest } from './site-request.js';
import { sitemapChunk } from './sitemaps.service.js';

/** Below so many octets, compressing saves nothing. */
const MIN_CODED = 512;

/** Made once: with each request, joining them would take longer than looking the page up. */
const CONTACT_PREFIX = `${CONTACT_API_PATH}/`;
const PREVIEW_PREFIX = `${PREVIEW_PATH}/`;
const MEDIA_PREFIX = `${MEDIA_PATH}/`;
const SITEMAP_PREFIX = '/sitemap-';
const ROBOTS_QUERY = `${SITE_FILES.robots}?`;

const hostOf = remembering((host) => canonicalHost(host) ?? null);
const placeOf = remembering(publicPath);

/** What is shown to those who have a link; its token is in no log. */
const PREVIEW = new RegExp(`^${PREVIEW_PATH}/(?<token>[\\w-]{43})$`);

const NO_INDEX = ['X-Robots-Tag', 'noindex'];

const STATUSES = [
  '200',
  '206',
  '301',
  '302',
  '304',
  '308',
  '400',
  '404',
  '405',
  '410',
  '416',
  '429',
  '431',
  '501',
  '503',
] as const;
type Status = (typeof STATUSES)[number];

/**
 * The public site: pages that are live, and the contact form. It has a port of its own, knows no sessions, and can change nothing;
 * what is below the contact API it passes on as the edge proxy does.
 */
@Injectable()
export class SiteListener implements BeforeApplicationShutdown {
  /** Undefined while it doesn't listen. */
  server: Server | undefined;
  private readonly count: (status: Status) => void;

  constructor(
    private readonly tenants: TenantsService,
    private readonly pages: PublicPagesService,
    private readonly media: MediaService,
    private readonly database: PublicDatabase,
    private readonly accessLog: AccessLog,
    private readonly throttler: PolicyThrottlerGuard,
    private readonly answers: SiteAnswers,
    metrics: MetricsService,
    system: SystemService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.count = metrics.counter({
      name: 'sitedesk_site_responses_total',
      help: 'Responses of the public site, except those of the contact API',
      label: 'status',
      values: STATUSES,
    });
    system.add('public-site', 65, async () => this.state());
  }

  /**
   * @param backendUrl where the contact API is
   * @throws the system's error when the port can't be had
   */
  async listen(backendUrl: string): Promise<void> {
    const { sitePort: port, host, edgeSecret = OWN_SECRET } = this.runtime.env;
    await this.database.open();
    const contact = createNodeListener({
      backendUrl,
      edgeSecret,
      onUnavailable: (err) => this.log.warn({ event: 'site.contact_unavailable', err }),
    });
    const server = createServer({ ...TIMEOUTS, IncomingMessage: SiteRequest }, (request, response) => {
      if (request.url?.startsWith(CONTACT_PREFIX)) contact(request, response);
      else this.serve(request, response);
    });
    server.maxConnections = MAX_CONNECTIONS;
    server.on('clientError', answerClientError);
    server.listen({ port, host, backlog: BACKLOG });
    await once(server, 'listening');
    this.server = server;
  }

  /** Before the backend's own server, which what is under way may still need. */
  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  private state(): SystemFinding<PublicSiteCode> {
    if (!this.server) return { status: 'ok', code: 'public-site-off' };
    if (this.database.isSeparate) return { status: 'ok', code: 'public-site-ok' };
    return { status: 'warning', code: 'public-site-role' };
  }

  private serve(request: SiteRequest, response: ServerResponse): void {
    const requestId = requestIdOf(request);
    this.accessLog.watch(request, response);
    this.identify(request, requestId, undefined);
    const answer = this.answer(request, requestId);
    if ('identity' in answer) return this.send(request, response, requestId, answer);
    void this.sendLater(request, response, requestId, answer);
  }

  private async sendLater(
    request: SiteRequest,
    response: ServerResponse,
    requestId: string,
    answer: Promise<StoredPage | MediaAnswer>,
  ): Promise<void> {
    const found = await answer.catch((err: unknown) => {
      this.log.error({ event: 'site.failed', requestId, err });
      response.setHeader('Retry-After', '5');
      return errorAnswer(503);
    });
    if ('identity' in found) this.send(request, response, requestId, found);
    else this.sendMedia(request, response, requestId, found);
  }

  private answer(request: SiteRequest, requestId: string): StoredPage | Promise<StoredPage | MediaAnswer> {
    const fault = requestFault(request);
    if (fault !== undefined) return storedPage(fault, ['Connection', 'close'], '');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return storedPage(405, ['Allow', 'GET, HEAD'], '');
    const { url = '/' } = request;
    const asset = ASSETS.get(url);
    if (asset) return asset;
    const host = hostOf(request.headers.host ?? '');
    if (host === null) return errorAnswer(404);
    const atHost = this.answers.atHost(host, request);
    if (atHost) return atHost;
    const known = this.tenants.known(host);
    if (known) return this.answerOf(known, host, request, requestId, url);
    return this.tenants
      .resolve(host)
      .then((tenant) => (tenant ? this.answerOf(tenant, host, request, requestId, url) : errorAnswer(404)));
  }

  private answerOf(
    tenant: ResolvedTenant,
    host: string,
    request: SiteRequest,
    requestId: string,
    url: string,
  ): StoredPage | Promise<StoredPage | MediaAnswer> {
    this.identify(request, requestId, tenant.id);
    if (url.startsWith(MEDIA_PREFIX)) return this.mediaOf(tenant, host, request);
    if (url.startsWith(SITEMAP_PREFIX)) {
      const chunk = sitemapChunk(url);
      if (chunk !== undefined) return this.pages.sitemap(tenant, host, chunk, request);
    }
    if (url === SITE_FILES.robots || url.startsWith(ROBOTS_QUERY)) return this.pages.robots(tenant, host);
    const other = this.answers.find(tenant, host, request);
    if (!other) return this.page(tenant, host, request, url);
    if (!(other instanceof Promise)) return other;
    return other.then((found) => found ?? this.page(tenant, host, request, url));
  }

  private identify(request: SiteRequest, requestId: string, tenantId: string | undefined): void {
    if (!this.runtime.env.accessLog) return;
    const path = request.url?.startsWith(PREVIEW_PREFIX) ? PREVIEW_PATH : undefined;
    this.accessLog.identify(request, requestId, tenantId, path);
  }

  private page(
    tenant: ResolvedTenant,
    host: string,
    request: SiteRequest,
    url: string,
  ): StoredPage | Promise<StoredPage> {
    const token = url.startsWith(PREVIEW_PATH) ? PREVIEW.exec(pathIn(url))?.groups?.['token'] : undefined;
    if (token !== undefined) return this.pages.preview(tenant, host, token);
    if (url.startsWith(LAYOUT_FILES))
      return this.pages.known(tenant, host, url) ?? this.pages.file(tenant, host, url);
    const place = placeOf(url);
    if (place.kind === 'none') return this.pages.read(tenant, host, undefined);
    if (place.path === SEARCH_PATH) return this.search(tenant, host, request, url);
    return this.pageAt(tenant, host, url, place);
  }

  private async search(
    tenant: ResolvedTenant,
    host: string,
    request: SiteRequest,
    url: string,
  ): Promise<StoredPage> {
    const isCanonical = pathIn(url) === SEARCH_PATH;
    if (!(await this.pages.hasSearch(tenant, host)))
      return this.pageAt(tenant, host, url, { path: SEARCH_PATH, isCanonical });
    if (isCanonical) return this.pages.search(tenant, url, () => this.countSearch(tenant, request));
    const query = url.slice(pathIn(url).length);
    return query === '' ? redirectTo(SEARCH_PATH) : withQuery(redirectTo(SEARCH_PATH), query);
  }

  private countSearch(
    { id: tenantId }: ResolvedTenant,
    { socket, headers }: SiteRequest,
  ): RateCount | Promise<RateCount> {
    const { trustedProxies } = this.runtime.env;
    const address = clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trustedProxies);
    return this.throttler.count('site-search', { tenantId, clientAddress: address });
  }

  private pageAt(
    tenant: ResolvedTenant,
    host: string,
    url: string,
    { path, isCanonical }: { readonly path: string; readonly isCanonical: boolean },
  ): StoredPage | Promise<StoredPage> {
    const spelled = (page: StoredPage): StoredPage => {
      // Another spelling of an address that exists leads to it.
      const right = page.status === 200 && !isCanonical ? redirectTo(path) : page;
      const query = isMoved(right) ? url.slice(pathIn(url).length) : '';
      return query === '' ? right : withQuery(right, query);
    };
    const known = this.pages.known(tenant, host, path);
    return known ? spelled(known) : this.pages.read(tenant, host, path).then(spelled);
  }

  private async mediaOf(
    tenant: ResolvedTenant,
    host: string,
    request: SiteRequest,
  ): Promise<StoredPage | MediaAnswer> {
    const found = await this.media.answer(tenant, host, request);
    return found ?? this.pages.read(tenant, host, undefined);
  }

  /** For search engines, there is nothing under another hostname than the public one. */
  private isElsewhere({ headers }: SiteRequest): boolean {
    const host = hostOf(headers.host ?? '');
    const tenant = host === null ? undefined : this.tenants.known(host);
    return host !== null && tenant !== undefined && this.pages.isElsewhere(tenant.id, host);
  }

  private sendMedia(
    request: SiteRequest,
    response: ServerResponse,
    requestId: string,
    { status, headers, body }: MediaAnswer,
  ): void {
    this.count(String(status) as Status); // those of STATUSES are all there are
    const fields = [...headers, HEADERS.requestId, requestId];
    if (this.isElsewhere(request)) fields.push(...NO_INDEX);
    response.writeHead(status, fields);
    if (!body) return void response.end();
    // Where the reader goes away, the file is closed; where the disk fails, the connection is cut off.
    pipeline(body, response, () => undefined);
  }

  private send(request: SiteRequest, response: ServerResponse, requestId: string, page: StoredPage): void {
    const coding =
      page.identity.length < MIN_CODED ? 'identity' : bestCoding(request.headers['accept-encoding']);
    const { body, headers, unchanged } = answerWith(page, coding);
    const isKnown = page.status === 200 && isUnchanged(page, request.headers);
    const status = isKnown ? 304 : page.status;
    this.count(String(status) as Status); // those of STATUSES are all there are
    const fields = withRequestId(isKnown ? unchanged : headers, requestId);
    if (this.isElsewhere(request)) fields.push(...NO_INDEX);
    const date = lastModified(page);
    if (date !== undefined) fields.push('Last-Modified', date);
    response.writeHead(status, fields).end(isKnown || request.method === 'HEAD' ? undefined : body);
  }
}

const pathIn = (url: string): string => url.split('?', 1)[0] ?? '';

const withQuery = (page: StoredPage, query: string): StoredPage => ({
  ...page,
  answers: {},
  headers: page.headers.map((value, index) =>
    page.headers[index - 1] === 'Location' ? addQuery(value, query) : value,
  ),
});

/** @param query with its question mark */
function addQuery(location: string, query: string): string {
  const [address = '', fragment] = location.split('#', 2);
  const whole = address + (address.includes('?') ? `&${query.slice(1)}` : query);
  return fragment === undefined ? whole : `${whole}#${fragment}`;
}
