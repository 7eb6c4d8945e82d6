import { AnswerText } from '../provider/answer-text.js';
import type { Answer } from '../provider/ai-provider.service.js';
import {
  anthropicFrames,
  chatFrames,
  type AiReply,
  type Frame,
  responsesFrames,
  written,
} from '@sitedesk/testing';
import type { Dialect } from './dialect.js';
import { DIALECTS } from './dialects.js';
import { EventStreamReader } from '@sitedesk/contract/event-stream';

const TEXTS = ['Grüße aus Zürich.', 'a\n\nb\r\nc', '日本語 🙂 e\u0301', 'data: [DONE]\n', '"quoted" \\ back'];
const WAYS: readonly [string, (frames: readonly Frame[]) => string][] = [
  ['LF', (frames) => written(frames)],
  ['CRLF', (frames) => written(frames, '\r\n')],
  ['CR', (frames) => written(frames, '\r')],
  ['comments', (frames) => `: hello\n\n${written(frames).replaceAll('\n\n', '\n\n:\n\n')}`],
  ['no blank line at the end', (frames) => written(frames).trimEnd()],
];
const FRAMES = {
  'openai-chat': (reply: AiReply) => chatFrames(reply, true),
  'openai-responses': responsesFrames,
  anthropic: anthropicFrames,
} as const;

function read(dialect: Dialect, chunks: readonly Uint8Array[]): Answer {
  const events = new EventStreamReader();
  const answer = new AnswerText(1_024);
  for (const chunk of chunks)
    for (const event of events.push(chunk)) answer.add(dialect.readEvent(event) ?? { failed: true });
  for (const event of events.end()) answer.add(dialect.readEvent(event) ?? { failed: true });
  return answer.result();
}

describe('streamed answers, wherever they are split (I-02)', () => {
  for (const [name, frames] of Object.entries(FRAMES))
    it.each(WAYS)(`of ${name}, %s`, (_way, write) => {
      const dialect = DIALECTS[name as keyof typeof FRAMES]; // its own keys
      for (const text of TEXTS) {
        const reply = {
          text,
          model: 'm',
          finish: 'stop',
          tokensIn: 20,
          tokensOut: 7,
          thinks: false,
        } as const;
        const octets = Buffer.from(write(frames(reply)));
        const expected = {
          text,
          finish: 'stop',
          tokensIn: 20,
          tokensOut: 7,
          thinks: false,
          interrupted: false,
        };
        for (let at = 0; at <= octets.length; at += 1)
          if (
            JSON.stringify(read(dialect, [octets.subarray(0, at), octets.subarray(at)])) !==
            JSON.stringify(expected)
          )
            expect([at, read(dialect, [octets.subarray(0, at), octets.subarray(at)])]).toEqual([
              at,
              expected,
            ]);
        expect(
          read(
            dialect,
            [...octets].map((octet) => Uint8Array.of(octet)),
          ),
        ).toEqual(expected);
      }
    });

  it('says that an answer without an end was cut', () => {
    const reply = {
      text: 'one two three',
      model: 'm',
      finish: 'stop',
      tokensIn: 1,
      tokensOut: 1,
      thinks: false,
    } as const;
    const half = Buffer.from(written(chatFrames(reply, true).slice(0, 3)));
    expect(read(DIALECTS['openai-chat'], [half])).toMatchObject({ text: 'one two th', finish: 'cut' });
  });

  it('keeps what came before an error in the middle', () => {
    const stream =
      'data: {"choices":[{"delta":{"content":"so far"}}]}\n\ndata: {"error":"out of memory"}\n\n';
    expect(read(DIALECTS['openai-chat'], [Buffer.from(stream)])).toMatchObject({
      text: 'so far',
      finish: 'cut',
      interrupted: true,
    });
  });
});
