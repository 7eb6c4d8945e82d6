import { HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The path exists, but not with this method; `Allow` names those it has (RFC 9110, 15.5.6). */
export class MethodNotAllowedException extends HttpException {
  constructor() {
    super('Method not allowed', HttpStatus.METHOD_NOT_ALLOWED);
  }
}

/** Answers 405 instead of 404 where another method would have been right (O-06). */
export function methodNotAllowed(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [url = ''] = request.url.split('?');
    const allowed = METHODS.filter((method) => fastify.hasRoute({ method, url }));
    if (allowed.length === 0) return done();
    reply.header('Allow', allowed.join(', '));
    done(new MethodNotAllowedException());
  });
}
