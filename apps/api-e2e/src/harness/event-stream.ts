import type { LiveEvent } from '@sitedesk/contract/live-events';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { EditorBrowser } from './editor.js';
import { eventually } from './eventually.js';

/** A page that listens to `GET /editor/events`, as a browser's EventSource does. */
export class Listener {
  /** Everything heard so far, in order. */
  readonly events: LiveEvent[] = [];
  ended = false;
  private text = '';

  private constructor(readonly answer: IncomingMessage) {
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => this.take(chunk));
    answer.on('close', () => (this.ended = true));
  }

  /** Resolves when the answer has begun, whatever it is. */
  static async open({ baseUrl, cookieHeader, ownHeaders }: EditorBrowser): Promise<Listener> {
    const outgoing = request(`${baseUrl}/editor/events`, {
      headers: { ...ownHeaders, Cookie: cookieHeader, Accept: 'text/event-stream' },
    }).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]; // the event's only argument
    return new Listener(answer);
  }

  /** The first event of a kind, once there is one. */
  async heard<Kind extends LiveEvent['kind']>(kind: Kind): Promise<Extract<LiveEvent, { kind: Kind }>> {
    return eventually(() => {
      const found = this.events.find(
        (event): event is Extract<LiveEvent, { kind: Kind }> => event.kind === kind,
      );
      if (!found) throw new Error(`No ${kind} among ${JSON.stringify(this.events)}`);
      return found;
    });
  }

  close(): void {
    this.answer.destroy();
  }

  private take(chunk: string): void {
    this.text += chunk;
    const blocks = this.text.split('\n\n');
    this.text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) this.events.push(JSON.parse(data));
    }
  }
}
