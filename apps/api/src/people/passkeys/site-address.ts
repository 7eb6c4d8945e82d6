import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { canonicalHost } from '../../platform/http/canonical-host.js';
import { requestContext } from '../../platform/http/request-context.js';

/** Where the browser has the page from, as far as its request tells: the host, and the port if it names one. */
export interface SiteAddress {
  readonly hostname: string;
  /** `hostname` or `hostname:port`. */
  readonly authority: string;
}

/** A proxy that announces the public host in another header says no port, so it is the usual one. */
function siteAddressOf(request: FastifyRequest): SiteAddress {
  const { hostname } = requestContext(request);
  const { host } = request.headers;
  const port = canonicalHost(host) === hostname ? /:(\d+)$/.exec(host ?? '')?.[1] : undefined;
  return { hostname, authority: port === undefined ? hostname : `${hostname}:${port}` };
}

/** The address of the site that the route at hand was called at. */
export const CurrentSite = createParamDecorator((_data: unknown, context: ExecutionContext): SiteAddress =>
  siteAddressOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
