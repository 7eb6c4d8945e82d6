import { type CanActivate, type ExecutionContext, HttpStatus, Injectable } from '@nestjs/common';
import { CONTACT_ERRORS } from '@sitedesk/contract/contact';
import { ANTIFORGERY_BODY_FIELD, HEADERS } from '@sitedesk/contract/headers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readJsonObject, requireJsonType } from '../../platform/http/json-body.js';
import { Refusal } from '../../platform/http/refusal.js';
import { requestContext, type RequestContext } from '../../platform/http/request-context.js';
import { bodyLimits, readContactSettings } from '../settings/contact-settings.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { AntiforgeryService, type VerifiedToken } from './antiforgery.service.js';
import { isOwnSite, type RequestOrigin } from '../../platform/http/same-site.js';

const HEADER = HEADERS.antiforgery.toLowerCase();
const HEADER_ALIAS = HEADERS.antiforgeryAlias.toLowerCase();

/** The request carries no token that shows it comes from a page of this tenant. */
export class ForgeryRefusedException extends Refusal {
  constructor() {
    super(CONTACT_ERRORS.forgery, HttpStatus.BAD_REQUEST);
  }
}

/** Lets a public write pass only with JSON, from an origin of the tenant, and with a valid token, in this order. */
@Injectable()
export class AntiforgeryGuard implements CanActivate {
  /** Tokens that {@link refusesUnread} has found genuine, so that they are not computed twice. */
  private readonly verified = new WeakMap<IncomingMessage, VerifiedToken>();

  constructor(
    private readonly antiforgery: AntiforgeryService,
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const scope = requestContext(request);
    requireJsonType(request);
    if (!(await this.isSameOrigin(request, scope))) throw new ForgeryRefusedException();
    const token = this.verified.get(request.raw) ?? (await this.verify(request, scope.tenantId));
    if (!token || !this.antiforgery.use(token)) throw new ForgeryRefusedException();
    http.getResponse<FastifyReply>().header(HEADERS.antiforgery, this.antiforgery.issue(scope.tenantId));
    return true;
  }

  /**
   * Whether the headers alone are enough to refuse a request: they carry a token, and it is not valid here. Requests that
   * need the body, the database or another answer first are not refused.
   */
  refusesUnread(request: IncomingMessage, { tenantId, hostname }: RequestContext): boolean {
    const { headers } = request;
    const token = tokenIn(headers);
    const settings = this.settings.known(tenantId);
    const tenant = this.tenants.known(hostname);
    const isJson = headers['content-type'] === 'application/json' && !headers['content-encoding'];
    if (token === undefined || !settings || !tenant || !isJson) return false;
    if (!isOwnSite(originOf(headers), [hostname, ...tenant.hostnames])) return true;
    const { tokenHours } = settings.read(readContactSettings);
    const verified = this.antiforgery.verify(tenantId, token, tokenHours * 3600);
    if (verified) this.verified.set(request, verified);
    return !verified;
  }

  /** The first token present counts: header, its alias, body field. */
  private async verify(request: FastifyRequest, tenantId: string): Promise<VerifiedToken | undefined> {
    const settings = await this.settings.read(tenantId, readContactSettings);
    const token =
      tokenIn(request.headers) ??
      (await readJsonObject(request, bodyLimits(settings)))[ANTIFORGERY_BODY_FIELD];
    if (typeof token !== 'string') return undefined;
    return this.antiforgery.verify(tenantId, token, settings.tokenHours * 3600);
  }

  private async isSameOrigin({ headers }: FastifyRequest, scope: RequestContext): Promise<boolean> {
    if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return true;
    const tenant = await this.tenants.find(scope.tenantId);
    return isOwnSite(originOf(headers), [scope.hostname, ...(tenant?.hostnames ?? [])]);
  }
}

function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  const token = headers[HEADER] ?? headers[HEADER_ALIAS];
  return token === undefined ? undefined : String(token);
}

const originOf = ({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): RequestOrigin => ({
  origin,
  fetchSite: Array.isArray(site) ? site.join() : site,
});
