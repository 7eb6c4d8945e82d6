import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import type { PublicSiteCode } from '@sitedesk/contract/public-site';
import { createNodeListener } from '@sitedesk/edge-proxy';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AccessLog } from '../../platform/access-log/access-log.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { answerClientError } from '../../platform/errors/framework-errors.js';
import { requestIdOf } from '../../platform/http/byte-lane.js';
import { canonicalHost } from '../../platform/http/canonical-host.js';
import { requestFault } from '../../platform/http/request-fault.js';
import { BACKLOG, MAX_CONNECTIONS, TIMEOUTS } from '../../platform/http/server-limits.js';
import { MetricsService } from '../../platform/metrics/metrics.service.js';
import type { SystemFinding } from '../../platform/system/run-checks.js';
import { SystemService } from '../../platform/system/system.service.js';
import { OWN_SECRET } from '../../platform/tenancy/tenant.guard.js';
import { type ResolvedTenant, TenantsService } from '../../platform/tenancy/tenants.service.js';
import { exampleImages } from './example/example-images.js';
import { bestCoding, codedBody, type StoredPage, storedPage } from './page-cache.js';
import { PublicDatabase } from './public-database.js';
import { PublicPagesService, redirectTo } from './public-pages.service.js';
import { publicPath } from './public-path.js';
import { assets } from './theme/theme.js';

const YEAR_SECONDS = 31_536_000;
/** Below so many octets, compressing saves nothing. */
const MIN_CODED = 512;

/** On every answer, besides the policy of pages. */
const COMMON = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  Vary: 'Accept-Encoding',
}).flat();

/** Files of the theme and of the example site, by their path. */
const ASSETS: ReadonlyMap<string, StoredPage> = new Map(
  [...assets, ...exampleImages].map(({ path, type, body }) => {
    const headers = ['Content-Type', type, 'Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`];
    return [path, storedPage(200, headers, body)];
  }),
);

const STATUSES = ['200', '301', '304', '400', '404', '405', '410', '431', '501', '503'] as const;
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
    private readonly database: PublicDatabase,
    private readonly accessLog: AccessLog,
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
    const server = createServer(TIMEOUTS, (request, response) => {
      if (request.url?.startsWith(`${CONTACT_API_PATH}/`)) contact(request, response);
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

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const requestId = requestIdOf(request);
    this.accessLog.watch(request, response);
    this.accessLog.identify(request, requestId, undefined);
    const send = (page: StoredPage): void => this.send(request, response, requestId, page);
    const fault = requestFault(request);
    if (fault !== undefined) return send(storedPage(fault, ['Connection', 'close'], ''));
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(storedPage(405, ['Allow', 'GET, HEAD'], ''));
    const answer = this.answer(request, requestId);
    if (!(answer instanceof Promise)) return send(answer);
    answer.then(send, (err: unknown) => {
      this.log.error({ event: 'site.failed', requestId, err });
      response.setHeader('Retry-After', '5');
      send(this.pages.error(503));
    });
  }

  private answer(request: IncomingMessage, requestId: string): StoredPage | Promise<StoredPage> {
    const { url = '/' } = request;
    const asset = ASSETS.get(url);
    if (asset) return asset;
    const host = canonicalHost(request.headers.host);
    if (host === undefined) return this.pages.error(404);
    const page = (tenant: ResolvedTenant | undefined): StoredPage | Promise<StoredPage> => {
      if (!tenant) return this.pages.error(404);
      this.accessLog.identify(request, requestId, tenant.id);
      return this.page(tenant, host, url);
    };
    const known = this.tenants.known(host);
    return known ? page(known) : this.tenants.resolve(host).then(page);
  }

  private page(tenant: ResolvedTenant, host: string, url: string): StoredPage | Promise<StoredPage> {
    const place = publicPath(url);
    if (place.kind === 'none') return this.pages.read(tenant, host, undefined);
    const { path, isCanonical } = place;
    const query = url.slice(url.split('?', 1)[0]?.length);
    const spelled = (page: StoredPage): StoredPage => {
      // Another spelling of an address that exists leads to it.
      const right = page.status === 200 && !isCanonical ? redirectTo(path) : page;
      return right.status === 301 && query !== '' ? withQuery(right, query) : right;
    };
    const known = this.pages.known(tenant, host, path);
    return known ? spelled(known) : this.pages.read(tenant, host, path).then(spelled);
  }

  private send(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    page: StoredPage,
  ): void {
    const coding =
      page.identity.length < MIN_CODED ? 'identity' : bestCoding(request.headers['accept-encoding']);
    const tag = `"${page.tag}${coding === 'identity' ? '' : `-${coding}`}"`;
    const headers = [...page.headers, ...COMMON, HEADERS.requestId, requestId, 'ETag', tag];
    if (page.status === 200 && isKnown(request.headers['if-none-match'], page.tag)) {
      this.count('304');
      response.writeHead(304, headers).end();
      return;
    }
    this.count(String(page.status) as Status); // those of STATUSES are all there are
    const body = codedBody(page, coding);
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    headers.push('Content-Length', String(body.length));
    response.writeHead(page.status, headers).end(request.method === 'HEAD' ? undefined : body);
  }
}

const withQuery = (page: StoredPage, query: string): StoredPage => ({
  ...page,
  headers: page.headers.map((value, index) =>
    page.headers[index - 1] === 'Location' ? value + query : value,
  ),
});

/** Whether one of the client's entity tags is the page's, in whatever coding it has it. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((each) => {
    const given = each.trim();
    return given === '*' || given.replace(/^W\//, '').replace(/(?:-br|-gzip)?"$/, '"') === `"${tag}"`;
  }) ?? false;
