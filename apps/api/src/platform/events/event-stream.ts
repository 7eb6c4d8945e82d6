import { PassThrough } from 'node:stream';

/** What a reader may leave unread before they count as gone, in octets. */
const MAX_UNREAD = 64 * 1024;

/** Server-sent events (HTML Living Standard, 9.2) on a stream that Fastify sends. */
export class EventStream {
  readonly output = new PassThrough();

  /** Called once, no matter which side ended it. */
  onEnd(listener: () => void): void {
    this.output.once('close', listener);
  }

  /** @param name of the event, where a stream has several kinds */
  send(data: object, name?: string): void {
    this.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  /** Milliseconds after which a browser that lost the connection tries again. */
  retryAfter(milliseconds: number): void {
    this.write(`retry: ${milliseconds}\n\n`);
  }

  /** A comment that nobody sees, so that proxies keep the connection open and the browser knows that it is. */
  beat(): void {
    this.write(':\n\n');
  }

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
