import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { EVENT_STREAM } from '@sitedesk/contract/event-stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Problems } from '../errors/problems.js';
import { Sends } from '../http/openapi-marks.js';
import { EventStream } from './event-stream.js';
import { wantsEvents } from './wants-events.js';

/** Says what there is of an answer before it's whole; nobody hears it unless the request asks for events. */
export type Tell<Piece extends object> = (piece: Piece) => void;

const tells = new WeakMap<FastifyRequest, Tell<object>>();

/** What a route calls with parts of its answer. */
export const Tells = createParamDecorator((_data: unknown, execution: ExecutionContext): Tell<object> => {
  const request = execution.switchToHttp().getRequest<FastifyRequest>();
  return tells.get(request) ?? (() => undefined);
});

/**
 * Sends parts of an answer as they are told, as events `piece`, and then the answer itself (`answer`), or why there is none
 * (`problem`). What is refused before the first part is answered with its status, as ever.
 */
@Injectable()
export class AnswerInEvents implements NestInterceptor {
  constructor(private readonly problems: Problems) {}

  intercept(execution: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!wantsEvents(request)) return next.handle();
    const stream = new EventStream();
    const told = new Promise<void>((resolve) => {
      tells.set(request, (piece) => {
        stream.send(piece, 'piece');
        resolve();
      });
    });
    const answer = lastValueFrom(next.handle());
    return from(
      Promise.race([told, answer]).then(() => {
        void this.finish(answer, request, stream); // never rejects
        void http.getResponse<FastifyReply>().header('X-Accel-Buffering', 'no'); // proxies pass each event on at once
        return new StreamableFile(stream.output, { type: EVENT_STREAM });
      }),
    );
  }

  private async finish(answer: Promise<object>, request: FastifyRequest, stream: EventStream): Promise<void> {
    try {
      stream.send(await answer, 'answer');
    } catch (thrown) {
      stream.send(this.problems.of(this.problems.normalise(thrown, request), request), 'problem');
    }
    stream.end();
  }
}

/** A route whose answer comes in parts for those who ask for events (`Accept: text/event-stream`), and as JSON for others. */
export const AnswersInEvents = (): MethodDecorator =>
  applyDecorators(Sends('application/json', EVENT_STREAM), UseInterceptors(AnswerInEvents));
