import { OUTBOUND_TEXTS } from '@sitedesk/contract/outbound';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { OutboundError, type OutboundPhase } from './outbound-error.js';

/** What a call may take. */
export interface OutboundLimits {
  /** Octets of the body. */
  readonly maxBytes: number;
  /** Milliseconds for everything, from looking up the name to the last octet. */
  readonly totalMs: number;
  /** Milliseconds for the name and the connection. */
  readonly connectMs: number;
  /** Milliseconds from the request to the first octet of the answer; as long as `totalMs` unless given, as is the next. */
  readonly firstByteMs?: number;
  /** Milliseconds of silence within the answer. */
  readonly idleMs?: number;
}

/** An answer whose body is still to come. Reading it fails with an {@link OutboundError}; leaving it ends the call. */
export interface OutboundStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/**
 * One request under way: what undici reports, held against the limits. Timers hold it until it ends, and Node holds the
 * timers, so that it ends even when nobody listens; a call that fails while undici is still connecting ends at once, too.
 */
export class OutboundCall implements Dispatcher.DispatchHandler {
  readonly answer: Promise<OutboundStream>;
  ended = false;
  private resolve: (answer: OutboundStream) => void;
  private reject: (error: OutboundError) => void;
  private readonly body: Readable;
  private readonly total: NodeJS.Timeout;
  private patience: NodeJS.Timeout | undefined;
  private received = 0;
  private failure: OutboundError | undefined;
  private controller: Dispatcher.DispatchController | undefined;

  constructor(
    private readonly host: string,
    private readonly limits: OutboundLimits,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.body = new Readable({
      read: () => this.flow(),
      destroy: (error, done) => {
        this.fail(new OutboundError('aborted', OUTBOUND_TEXTS.unread({ host })));
        done(error);
      },
    });
    this.body.on('error', () => undefined); // for a reader who has not come yet, or no more
    const { totalMs } = limits;
    this.total = setTimeout(() => this.fail(OutboundError.timeout(host, 'total', totalMs)), totalMs);
    this.waitFor('connect');
    if (signal?.aborted) this.abort();
    signal?.addEventListener('abort', this.abort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.failure) controller.abort(this.failure);
    else this.waitFor('first-byte');
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.waitFor('idle');
    this.resolve({ status, headers, body: this.body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.received += chunk.length;
    const { maxBytes } = this.limits;
    if (this.received > maxBytes)
      return this.fail(
        new OutboundError('too-large', OUTBOUND_TEXTS.tooLarge({ host: this.host, max: maxBytes })),
      );
    this.waitFor('idle');
    if (this.body.push(chunk)) return;
    controller.pause();
    clearTimeout(this.patience); // now it is the reader who takes his time
  }

  onResponseEnd(): void {
    this.end();
    this.body.push(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: unknown): void {
    this.fail(OutboundError.of(error, this.host));
  }

  private flow(): void {
    if (this.ended || !this.controller?.paused) return;
    this.waitFor('idle');
    this.controller.resume();
  }

  private readonly abort = (): void =>
    this.fail(new OutboundError('aborted', OUTBOUND_TEXTS.canceled({ host: this.host })));

  private waitFor(phase: Exclude<OutboundPhase, 'total'>): void {
    clearTimeout(this.patience);
    if (this.ended) return;
    const { connectMs, firstByteMs, idleMs } = this.limits;
    const limit = { connect: connectMs, 'first-byte': firstByteMs, idle: idleMs }[phase];
    if (limit !== undefined)
      this.patience = setTimeout(() => this.fail(OutboundError.timeout(this.host, phase, limit)), limit);
  }

  private fail(error: OutboundError): void {
    if (this.ended) return;
    this.end();
    this.failure = error;
    this.controller?.abort(error);
    this.reject(error);
    this.body.destroy(error);
  }

  private end(): void {
    this.ended = true;
    clearTimeout(this.total);
    clearTimeout(this.patience);
    this.signal?.removeEventListener('abort', this.abort);
  }
}
