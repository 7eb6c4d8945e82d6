import type { FastifyInstance } from 'fastify';

/** Answers HEAD as GET, without the body (RFC 9110, 9.3.2), where a path is one of these. Call it before any route is there. */
export function answerHead(fastify: FastifyInstance, isAnswered: (path: string) => boolean): void {
  fastify.addHook('onRoute', (route) => {
    if (route.method === 'GET' && isAnswered(route.url)) fastify.route({ ...route, method: 'HEAD' });
  });
}
