import { HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** The path exists, but not with this method; `Allow` names those it has (RFC 9110, 15.5.6). */
export class MethodNotAllowedException extends HttpException {
  constructor() {
    super('Method not allowed', HttpStatus.METHOD_NOT_ALLOWED);
  }
}

/** Answers 405 instead of 404 where another method would have been right. Call it before any route is there. */
export function methodNotAllowed(fastify: FastifyInstance): void {
  const routes: { readonly methods: readonly string[]; readonly path: RegExp }[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: [method].flat(), path: pathOf(url) });
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [url = ''] = request.url.split('?');
    const fitting = routes.filter(({ path }) => path.test(url)).flatMap(({ methods }) => methods);
    const allowed = METHODS.filter((method) => fitting.includes(method));
    if (allowed.length === 0) return done();
    reply.header('Allow', allowed.join(', '));
    done(new MethodNotAllowedException());
  });
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The paths of a route: `:name` stands for one part. A route for all that is left, `*`, is none of a thing. */
const pathOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[*.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}$`);
