import {
  BadRequestException,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  NotFoundException,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { HEADERS } from '@sitedesk/contract/headers';
import type { FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { canonicalHost } from '../http/canonical-host.js';
import { clientAddress } from '../http/client-address.js';
import { LOG, type Log } from '../core/log.js';
import { secretsEqual } from '../core/secrets-equal.js';
import { routeMetadata } from '../http/route-metadata.js';
import { ANONYMOUS, type RequestContext, setRequestContext } from '../http/request-context.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { ProxyWatch } from './proxy-watch.js';
import { TenantsService } from './tenants.service.js';

const USER_AGENT_CHARACTERS = 300;
const WITHOUT_TENANT = 'sitedesk:without-tenant';

/** Proves requests of this process to itself, where the operator has set no secret: those that the public site passes on. */
export const OWN_SECRET = randomBytes(32).toString('base64url');

/** What is known before the tenant is. */
type Place = Pick<RequestContext, 'hostname' | 'clientAddress' | 'userAgent'>;

/** A route that serves the process, not a site: health and metrics. */
export const WithoutTenant = (): MethodDecorator & ClassDecorator => SetMetadata(WITHOUT_TENANT, true);

/** The host leads to no tenant. Says nothing of those that exist. */
export class UnknownHostException extends NotFoundException {
  constructor() {
    super('Not found');
  }
}

/**
 * Finds the tenant and the visitor's address of every request, once: the public hostname comes from
 * `x-origin-hostname` when a trusted proxy or the holder of the edge secret sent it, else from `Host`.
 */
@Injectable()
export class TenantGuard implements CanActivate {
  private readonly servesProcess: (context: ExecutionContext) => boolean | undefined;

  constructor(
    private readonly tenants: TenantsService,
    private readonly proxies: ProxyWatch,
    reflector: Reflector,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.servesProcess = routeMetadata(reflector, WITHOUT_TENANT);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.servesProcess(context)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const known = this.knownContext(request.raw, request.id);
    if (known) return admit(request, known);
    const place = this.placeOf(request.raw);
    return this.tenants.resolve(place.hostname).then((tenant) => {
      if (!tenant) throw new UnknownHostException();
      return admit(request, contextAt(place, tenant.id, request.id));
    });
  }

  /**
   * The context of a request whose tenant is known without asking the database; undefined otherwise.
   * @throws BadRequestException when the request has no valid host
   */
  knownContext(request: IncomingMessage, requestId: string): RequestContext | undefined {
    const place = this.placeOf(request);
    const tenant = this.tenants.known(place.hostname);
    return tenant && contextAt(place, tenant.id, requestId);
  }

  private placeOf(request: IncomingMessage): Place {
    const { trustedProxies } = this.runtime.env;
    const { headers } = request;
    const peer = request.socket.remoteAddress ?? '';
    const peerTrusted = this.isTrustedPeer(request, peer);
    if (!peerTrusted) this.warnOfUntrustedProxy(request, peer);
    const told = peerTrusted ? headers[HEADERS.originHostname] : undefined;
    const hostname = canonicalHost(told ?? headers.host);
    if (!hostname) throw new BadRequestException('The request has no valid host.');
    const forwardedFor = headers['x-forwarded-for'];
    return {
      hostname,
      clientAddress: clientAddress(peer, forwardedFor, trustedProxies, { peerTrusted }),
      userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARACTERS),
    };
  }

  /** Once: behind a proxy that is not trusted every visitor has the proxy's address, and one limit for all. */
  private warnOfUntrustedProxy({ headers }: IncomingMessage, peer: string): void {
    if (this.proxies.untrusted || !this.runtime.env.trustedProxies.isEmpty) return;
    if (!headers['x-forwarded-for']) return;
    this.proxies.saw(peer);
    this.log.warn({
      event: 'proxy.untrusted',
      peer,
      fix: 'If this is your proxy, add it to TRUSTED_PROXIES.',
    });
  }

  private isTrustedPeer({ headers }: IncomingMessage, peer: string): boolean {
    const { trustedProxies, edgeSecret = OWN_SECRET } = this.runtime.env;
    const given = headers[HEADERS.edgeSecret];
    if (typeof given === 'string' && secretsEqual(given, edgeSecret)) return true;
    return trustedProxies.trusts(peer);
  }
}

/** Member by member: a spread is measurably slower, and every request comes here. */
const contextAt = (
  { hostname, clientAddress, userAgent }: Place,
  tenantId: string,
  requestId: string,
): RequestContext => ({
  tenantId,
  hostname,
  clientAddress,
  userAgent,
  requestId,
  caller: undefined,
  actor: ANONYMOUS,
});

function admit(request: FastifyRequest, context: RequestContext): true {
  setRequestContext(request, context);
  return true;
}
