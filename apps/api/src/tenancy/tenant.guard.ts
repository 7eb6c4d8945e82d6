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
import { HEADERS } from '@sitedesk/contract';
import type { FastifyRequest } from 'fastify';
import { canonicalHost } from '../common/canonical-host.js';
import { clientAddress } from '../common/client-address.js';
import { LOG, type Log } from '../common/log.js';
import { secretsEqual } from '../common/secrets-equal.js';
import { routeMetadata } from '../common/route-metadata.js';
import { setRequestScope } from '../common/request-scope.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { ProxyWatch } from './proxy-watch.js';
import { type ResolvedTenant, TenantsService } from './tenants.service.js';

const WITHOUT_TENANT = 'sitedesk:without-tenant';

/** A route that serves the process, not a site: health and metrics. */
export const WithoutTenant = (): MethodDecorator & ClassDecorator => SetMetadata(WITHOUT_TENANT, true);

/** The host leads to no tenant. Says nothing of those that exist. */
export class UnknownHostException extends NotFoundException {
  constructor() {
    super('Not found');
  }
}

/**
 * Finds the tenant and the visitor's address of every request, once (D7, D8): the public hostname comes from
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
    const peerTrusted = this.isTrustedPeer(request);
    if (!peerTrusted) this.warnOfUntrustedProxy(request);
    const hostname = this.publicHostname(request, peerTrusted);
    if (!hostname) throw new BadRequestException('The request names no usable host.');
    const known = this.tenants.known(hostname);
    if (known) return this.admit(known, hostname, request, peerTrusted);
    return this.tenants
      .resolve(hostname)
      .then((tenant) => this.admit(tenant, hostname, request, peerTrusted));
  }

  private admit(
    tenant: ResolvedTenant | undefined,
    hostname: string,
    request: FastifyRequest,
    peerTrusted: boolean,
  ): boolean {
    if (!tenant) throw new UnknownHostException();
    setRequestScope(request, {
      tenantId: tenant.id,
      hostname,
      requestId: request.id,
      clientAddress: clientAddress(
        request.raw.socket.remoteAddress ?? '',
        request.headers['x-forwarded-for'],
        this.runtime.env.trustedProxies,
        { peerTrusted },
      ),
    });
    return true;
  }

  /** Once: behind a proxy that is not trusted every visitor has the proxy's address, and one limit for all. */
  private warnOfUntrustedProxy(request: FastifyRequest): void {
    if (this.proxies.untrusted || !this.runtime.env.trustedProxies.isEmpty) return;
    if (!request.headers['x-forwarded-for']) return;
    const peer = request.raw.socket.remoteAddress ?? '';
    this.proxies.saw(peer);
    this.log.warn({
      event: 'proxy.untrusted',
      peer,
      fix: 'If this is your proxy, name it in TRUSTED_PROXIES.',
    });
  }

  private isTrustedPeer(request: FastifyRequest): boolean {
    const { trustedProxies, edgeSecret } = this.runtime.env;
    const given = request.headers[HEADERS.edgeSecret];
    if (edgeSecret && typeof given === 'string' && secretsEqual(given, edgeSecret)) return true;
    return trustedProxies.trusts(request.raw.socket.remoteAddress ?? '');
  }

  private publicHostname(request: FastifyRequest, peerTrusted: boolean): string | undefined {
    const told = request.headers[HEADERS.originHostname];
    if (peerTrusted && told !== undefined) return canonicalHost(told);
    return canonicalHost(request.headers.host);
  }
}
