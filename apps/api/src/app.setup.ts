import fastifyStatic from '@fastify/static';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { HEADERS } from '@sitedesk/contract';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { adminFolder } from './admin-page/admin-folder.js';
import { AppModule } from './app.module.js';
import type { CoreOptions } from './common/core.module.js';
import { OpenApiService } from './openapi/openapi.service.js';
import { answerClientError, answerFrameworkError } from './common/framework-errors.js';
import { SCOPE_PROPERTY } from './common/request-scope.js';
import { methodNotAllowed } from './common/method-not-allowed.js';

/** Time limits against slow clients (acceptance 5.5), in milliseconds. */
const TIMEOUTS = { headers: 10_000, request: 30_000, keepAlive: 65_000, check: 5_000 } as const;
const MAX_CONNECTIONS = 20_000;

/** On every answer; a route may replace one. In lower case, as Fastify keeps them: that saves it a conversion. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'strict-transport-security': 'max-age=31536000',
} as const;

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Puts the application together; used by `main` and by the tests, so that both run the same thing. */
export async function createApp(options: CoreOptions): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    logger: false,
    trustProxy: false,
    exposeHeadRoutes: false,
    requestTimeout: TIMEOUTS.request,
    keepAliveTimeout: TIMEOUTS.keepAlive,
    genReqId: (request: IncomingMessage) => requestId(request.headers[HEADERS.requestId]),
    http: { headersTimeout: TIMEOUTS.headers, connectionsCheckingInterval: TIMEOUTS.check },
    routerOptions: { caseSensitive: true },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRuntime(options), adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  prepareServer(adapter.getInstance());
  await serveFiles(adapter.getInstance());
  app.get(OpenApiService).describes(app);
  return app;
}

function prepareServer(fastify: FastifyInstance): void {
  fastify.server.maxConnections = MAX_CONNECTIONS;
  // Bodies are read by the routes that want them, after the guards: what is refused costs no reading (json-body.ts).
  fastify.removeAllContentTypeParsers();
  // JSON by its name as well: finding that one is cheaper than finding out that only `*` is left.
  for (const type of ['application/json', '*']) {
    fastify.addContentTypeParser(type, (_request, _payload, done) => done(null));
  }
  fastify.decorateRequest(SCOPE_PROPERTY, null);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header(HEADERS.requestId, request.id);
    done();
  });
  methodNotAllowed(fastify);
}

/** Gives replies `sendFile`; the routes, and who may read, are the controllers' (admin-page). */
async function serveFiles(fastify: FastifyInstance): Promise<void> {
  const root = adminFolder();
  if (root) await fastify.register(fastifyStatic, { root, serve: false, preCompressed: true });
}

/** The id that the proxy in front gave the request, when it can be one, so that both logs tell of the same. */
function requestId(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}
