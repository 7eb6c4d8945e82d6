/** The media type of server-sent events (HTML Living Standard, 9.2). */
export const EVENT_STREAM = 'text/event-stream';

/** An event of a stream (HTML Living Standard, 9.2.6); what only keeps the connection alive is none. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Takes a stream apart as its octets come, wherever they are split: within a character, a line end or a line. The
 * caller bounds the octets.
 */
export class EventStreamReader {
  private readonly decoder = new TextDecoder();
  private line = '';
  private data: string[] = [];
  private event = '';
  /** The last octets ended with CR: an LF that follows belongs to it. */
  private afterReturn = false;

  /** @returns the events that are complete */
  push(octets: Uint8Array): readonly StreamEvent[] {
    return this.take(this.decoder.decode(octets, { stream: true }));
  }

  /** What stands without a blank line after it, as servers leave it that just close. */
  end(): readonly StreamEvent[] {
    return this.take(`${this.decoder.decode()}\n\n`);
  }

  private take(text: string): readonly StreamEvent[] {
    const rest = this.afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.afterReturn = text.endsWith('\r');
    const lines = (this.line + rest).split(/\r\n|\r|\n/);
    this.line = lines.pop() ?? '';
    return lines.flatMap((line) => this.takeLine(line));
  }

  private takeLine(line: string): readonly StreamEvent[] {
    if (line === '') return this.dispatch();
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') this.data.push(value);
    if (field === 'event') this.event = value;
    return [];
  }

  private dispatch(): readonly StreamEvent[] {
    const event = { event: this.event, data: this.data.join('\n') };
    const isEmpty = this.data.length === 0;
    this.data = [];
    this.event = '';
    return isEmpty ? [] : [event];
  }
}
