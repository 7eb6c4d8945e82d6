import { LIVE_LIMITS, type LiveEvent } from '@sitedesk/contract/live-events';
import { PassThrough } from 'node:stream';

/** What a reader may leave unread before he counts as gone, in octets. */
const MAX_UNREAD = 64 * 1024;

/** One browser that listens: server-sent events (HTML Living Standard, 9.2) on a stream that Fastify sends. */
export class EventStream {
  readonly output = new PassThrough();

  constructor(
    readonly tenantId: string,
    readonly sessionId: string,
  ) {
    this.write(`retry: ${LIVE_LIMITS.reconnectMs}\n\n`);
  }

  /** Called once, no matter which side ended it. */
  onEnd(listener: () => void): void {
    this.output.once('close', listener);
  }

  send(event: LiveEvent): void {
    this.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  /** A comment that nobody sees, so that proxies keep the connection open and the browser knows that it is. */
  beat(): void {
    this.write(':\n\n');
  }

  /** In order: the browser connects again. */
  end(): void {
    this.output.end();
  }

  private write(text: string): void {
    if (this.output.writableEnded || this.output.destroyed) return;
    if (this.output.writableLength + this.output.readableLength > MAX_UNREAD) {
      this.output.destroy();
      return;
    }
    this.output.write(text);
  }
}
