import fastifyStatic from '@fastify/static';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { FastifyInstance } from 'fastify';
import { adminFolder } from './platform/admin-page/admin-folder.js';
import { AppModule } from './app.module.js';
import type { CoreOptions } from './platform/config/core.module.js';
import { OpenApiService } from './platform/openapi/openapi.service.js';
import { AccessLog } from './platform/access-log/access-log.js';
import { ByteLane, requestIdOf, DEFAULT_HEADERS } from './platform/http/byte-lane.js';
import { ErrorBodies } from './platform/errors/error-bodies.js';
import { answerClientError, answerFrameworkErrors } from './platform/errors/framework-errors.js';
import { limitBodies } from './platform/http/body-pace.js';
import { leaveBodiesToRoutes } from './platform/http/json-body.js';
import { CONTEXT_PROPERTY } from './platform/http/request-context.js';
import { MAX_CONNECTIONS, TIMEOUTS } from './platform/http/server-limits.js';
import { answerHead } from './platform/http/head-requests.js';
import { methodNotAllowed } from './platform/http/method-not-allowed.js';

/** What a process without the administration serves all the same: its state, and the forms of the public site. */
const WITHOUT_EDITOR = ['/health/', '/metrics', `${CONTACT_API_PATH}/`] as const;

/** What programs ask for again and again, and may only want to know about. */
const FOR_PROGRAMS = [`${EDITOR_PATH}/blogs/`, `${EDITOR_PATH}/calendar-feeds/`];
/** The tus protocol asks with HEAD how far an upload is. */
const UPLOADS = `${EDITOR_PATH}/uploads/`;

/** Puts the application together; used by `main` and by the tests, so that both run the same thing. */
export async function createApp(options: CoreOptions): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    logger: false,
    trustProxy: false,
    exposeHeadRoutes: false,
    // limitBodies has it, so that uploads may take longer.
    requestTimeout: 0,
    keepAliveTimeout: TIMEOUTS.keepAliveTimeout,
    genReqId: requestIdOf,
    http: { ...TIMEOUTS, requestTimeout: 0 },
    routerOptions: { caseSensitive: true },
    frameworkErrors: answerFrameworkErrors((): ErrorBodies => app.get(ErrorBodies)),
    clientErrorHandler: answerClientError,
  });
  const app: NestFastifyApplication = await NestFactory.create(AppModule.forRuntime(options), adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  const accessLog = app.get(AccessLog);
  prepareServer(adapter.getInstance(), accessLog);
  if (!options.runtime.env.servesEditor) leaveOutEditor(adapter.getInstance());
  await serveFiles(adapter.getInstance());
  app.get(OpenApiService).describes(app);
  app.get(ByteLane).attach(adapter.getInstance().server);
  // After the lane, which puts itself before the one that listens already.
  limitBodies(adapter.getInstance().server);
  accessLog.attach(adapter.getInstance());
  return app;
}

function prepareServer(fastify: FastifyInstance, accessLog: AccessLog): void {
  fastify.server.maxConnections = MAX_CONNECTIONS;
  leaveBodiesToRoutes(fastify);
  fastify.decorateRequest(CONTEXT_PROPERTY, null);
  fastify.addHook('onRequest', (request, reply, done) => {
    accessLog.route(request);
    reply.headers(DEFAULT_HEADERS).header(HEADERS.requestId, request.id);
    done();
  });
  methodNotAllowed(fastify);
  answerHead(fastify, (path) => [...FOR_PROGRAMS, UPLOADS].some((each) => path.startsWith(each)));
}

/** By the route that was found, never by the URL as it was written. */
function leaveOutEditor(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions;
    if (WITHOUT_EDITOR.some((path) => url.startsWith(path)) || request.is404) done();
    else reply.callNotFound();
  });
}

/** Gives replies `sendFile`; the routes, and who may read, are the controllers' (admin-page). */
async function serveFiles(fastify: FastifyInstance): Promise<void> {
  const root = adminFolder();
  if (root) await fastify.register(fastifyStatic, { root, serve: false, preCompressed: true });
}
