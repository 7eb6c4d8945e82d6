import { type CanActivate, type ExecutionContext, HttpStatus, Injectable } from '@nestjs/common';
import { ANTIFORGERY_BODY_FIELD, CONTACT_ERRORS, HEADERS } from '@sitedesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readJsonObject, requireJsonType } from '../common/json-body.js';
import { Refusal } from '../common/refusal.js';
import { requestScope, type RequestScope } from '../common/request-scope.js';
import { maxBodyBytes, readContactSettings } from '../contact/contact-settings.js';
import { SettingsService } from '../settings/settings.service.js';
import { TenantsService } from '../tenancy/tenants.service.js';
import { AntiforgeryService } from './antiforgery.service.js';
import { isOwnOrigin } from './same-site.js';

const HEADER = HEADERS.antiforgery.toLowerCase();
const HEADER_ALIAS = HEADERS.antiforgeryAlias.toLowerCase();

/** The request carries no token that shows it comes from a page of this tenant (D2). */
export class ForgeryRefusedException extends Refusal {
  constructor() {
    super(CONTACT_ERRORS.forgery, HttpStatus.BAD_REQUEST);
  }
}

/** Lets a public write pass only with JSON, from an origin of the tenant, and with a valid token, in this order (D4). */
@Injectable()
export class AntiforgeryGuard implements CanActivate {
  constructor(
    private readonly antiforgery: AntiforgeryService,
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const scope = requestScope(request);
    requireJsonType(request);
    if (!(await this.isFromOwnPage(request, scope))) throw new ForgeryRefusedException();
    const settings = await this.settings.read(scope.tenantId, readContactSettings);
    const token = await presentedToken(request, maxBodyBytes(settings));
    if (token === undefined || !this.antiforgery.accept(scope.tenantId, token, settings.tokenHours * 3600)) {
      throw new ForgeryRefusedException();
    }
    http.getResponse<FastifyReply>().header(HEADERS.antiforgery, this.antiforgery.issue(scope.tenantId));
    return true;
  }

  private async isFromOwnPage(request: FastifyRequest, scope: RequestScope): Promise<boolean> {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin === undefined && site === undefined) return true;
    const tenant = await this.tenants.find(scope.tenantId);
    const fetchSite = Array.isArray(site) ? site.join() : site;
    return isOwnOrigin({ origin, fetchSite }, [scope.hostname, ...(tenant?.hostnames ?? [])]);
  }
}

/** The first one present counts: header, its alias, body field (D3). */
async function presentedToken(request: FastifyRequest, maxBytes: number): Promise<string | undefined> {
  const header = request.headers[HEADER] ?? request.headers[HEADER_ALIAS];
  if (header !== undefined) return String(header);
  const field = (await readJsonObject(request, maxBytes))[ANTIFORGERY_BODY_FIELD];
  return typeof field === 'string' ? field : undefined;
}
