import { Inject, Injectable } from '@nestjs/common';
import { HEADERS } from '@sitedesk/contract/headers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { LOG, type Log } from '../core/log.js';
import { ByteLane, type LaneAnswer } from '../http/byte-lane.js';
import { clientErrorStatus } from '../http/client-error-status.js';
import { findRequestContext } from '../http/request-context.js';

/** In characters: a path can be as long as a request's head. */
const MAX_PATH = 200;

/** With `ACCESS_LOG=on` one line for each request, whatever answers it, at its end. It holds no IP address and no query. */
@Injectable()
export class AccessLog {
  /** Of what the framework hasn't seen. */
  private readonly known = new WeakMap<
    IncomingMessage,
    Pick<LaneAnswer, 'requestId' | 'tenantId'> & { readonly path?: string | undefined }
  >();
  private readonly routed = new WeakMap<IncomingMessage, FastifyRequest>();

  constructor(
    private readonly lane: ByteLane,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** After the lane, whose answers are logged as well. */
  attach(fastify: FastifyInstance): void {
    if (!this.runtime.env.accessLog) return;
    this.lane.onAnswer((request, answer) => this.known.set(request, answer));
    fastify.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.watch(request, response),
    );
    fastify.server.prependListener('clientError', (error: Error, socket: Socket) => {
      if (socket.writable) this.log.info({ event: 'request', status: clientErrorStatus(error) });
    });
  }

  /** Writes the line when the request is over. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    if (!this.runtime.env.accessLog) return;
    const startedAt = performance.now();
    response.once('close', () => this.write(request, response, startedAt));
  }

  /**
   * Whose request it is; for one that another server has answered.
   * @param path stands for one that has a secret in it
   */
  identify(request: IncomingMessage, requestId: string, tenantId: string | undefined, path?: string): void {
    if (this.runtime.env.accessLog) this.known.set(request, { requestId, tenantId, path });
  }

  /** The framework has found a route, or that there is none. */
  route(request: FastifyRequest): void {
    if (this.runtime.env.accessLog) this.routed.set(request.raw, request);
  }

  private write(request: IncomingMessage, response: ServerResponse, startedAt: number): void {
    const routed = this.routed.get(request);
    const known = this.known.get(request);
    const [path = ''] = (request.url ?? '').split('?');
    this.log.info({
      event: 'request',
      method: request.method,
      path: known?.path ?? routed?.routeOptions.url ?? path.slice(0, MAX_PATH),
      // A client that left before the end has no answer.
      status: response.writableFinished ? response.statusCode : null,
      ms: Math.round(10 * (performance.now() - startedAt)) / 10,
      tenantId: known?.tenantId ?? (routed && findRequestContext(routed)?.tenantId),
      requestId: known?.requestId ?? routed?.id ?? response.getHeader(HEADERS.requestId),
    });
  }
}
