import { randomBytes } from 'node:crypto';

/** What an answer says, in any of the dialects. */
export interface AiReply {
  readonly text: string;
  readonly model: string;
  readonly finish: 'stop' | 'length';
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly thinks: boolean;
}

/** Events of a stream, before they are written down: name and data. */
export type Frame = readonly [event: string | undefined, data: string];

const id = (prefix: string): string => `${prefix}-${randomBytes(8).toString('hex')}`;

/** Text in pieces as models send them. */
const pieces = (text: string): readonly string[] => text.match(/.{1,5}/gsu) ?? [];

export function chatFrames(reply: AiReply, withUsage: boolean): readonly Frame[] {
  const common = {
    id: id('chatcmpl'),
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: reply.model,
  };
  const chunk = (choices: readonly unknown[], usage: unknown = null): Frame => [
    undefined,
    JSON.stringify({ ...common, choices, usage }),
  ];
  const delta = (value: unknown, finish: string | null = null): Frame =>
    chunk([{ index: 0, delta: value, finish_reason: finish }]);
  return [
    delta({ role: 'assistant', content: '' }),
    ...(reply.thinks ? [delta({ reasoning_content: 'Let me think.' })] : []),
    ...pieces(reply.text).map((content) => delta({ content })),
    delta({}, reply.finish),
    ...(withUsage ? [chunk([], chatUsage(reply))] : []),
    [undefined, '[DONE]'],
  ];
}

export const chatAnswer = (reply: AiReply): object => ({
  id: id('chatcmpl'),
  object: 'chat.completion',
  created: 1_700_000_000,
  model: reply.model,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: reply.text, refusal: null },
      finish_reason: reply.finish,
    },
  ],
  usage: chatUsage(reply),
});

const chatUsage = ({ tokensIn, tokensOut, thinks }: AiReply): object => ({
  prompt_tokens: tokensIn,
  completion_tokens: tokensOut,
  total_tokens: tokensIn + tokensOut,
  completion_tokens_details: { reasoning_tokens: thinks ? tokensOut : 0 },
});

export function responsesFrames(reply: AiReply): readonly Frame[] {
  const item = id('msg');
  const place = { item_id: item, output_index: 0, content_index: 0 };
  const events = [
    { type: 'response.created', response: { ...responsesAnswer(reply), status: 'in_progress', output: [] } },
    ...pieces(reply.text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text: reply.text },
    {
      type: reply.finish === 'length' ? 'response.incomplete' : 'response.completed',
      response: responsesAnswer(reply),
    },
  ];
  return events.map((event, index) => [event.type, JSON.stringify({ ...event, sequence_number: index })]);
}

export const responsesAnswer = (reply: AiReply): object => ({
  id: id('resp'),
  object: 'response',
  created_at: 1_700_000_000,
  status: reply.finish === 'length' ? 'incomplete' : 'completed',
  incomplete_details: reply.finish === 'length' ? { reason: 'max_output_tokens' } : null,
  model: reply.model,
  output: [
    {
      id: id('msg'),
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }],
    },
  ],
  usage: {
    input_tokens: reply.tokensIn,
    output_tokens: reply.tokensOut,
    total_tokens: reply.tokensIn + reply.tokensOut,
    output_tokens_details: { reasoning_tokens: reply.thinks ? reply.tokensOut : 0 },
  },
});

export function anthropicFrames(reply: AiReply): readonly Frame[] {
  const message = { ...anthropicAnswer(reply), content: [], stop_reason: null };
  const events = [
    {
      type: 'message_start',
      message: { ...message, usage: { input_tokens: reply.tokensIn, output_tokens: 1 } },
    },
    { type: 'ping' },
    ...(reply.thinks
      ? [
          {
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'thinking_delta', thinking: 'Let me think.' },
          },
        ]
      : []),
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...pieces(reply.text).map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    })),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: anthropicReason(reply), stop_sequence: null },
      usage: { output_tokens: reply.tokensOut },
    },
    { type: 'message_stop' },
  ];
  return events.map((event) => [event.type, JSON.stringify(event)]);
}

export const anthropicAnswer = (reply: AiReply): object => ({
  id: id('msg'),
  type: 'message',
  role: 'assistant',
  model: reply.model,
  content: [{ type: 'text', text: reply.text }],
  stop_reason: anthropicReason(reply),
  stop_sequence: null,
  usage: { input_tokens: reply.tokensIn, output_tokens: reply.tokensOut },
});

const anthropicReason = ({ finish }: AiReply): string => (finish === 'length' ? 'max_tokens' : 'end_turn');

/** A stream as it is written down (HTML Living Standard, 9.2.5). */
export const written = (frames: readonly Frame[], lineEnd = '\n'): string =>
  frames
    .map(
      ([event, data]) =>
        `${event === undefined ? '' : `event: ${event}${lineEnd}`}data: ${data}${lineEnd}${lineEnd}`,
    )
    .join('');
