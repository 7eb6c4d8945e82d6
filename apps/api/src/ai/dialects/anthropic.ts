import type { StreamEvent } from '@sitedesk/contract/event-stream';
import type { AiTarget } from '../settings/ai-settings.js';
import {
  type Call,
  countOf,
  type Dialect,
  finishOf,
  membersOf,
  objectOf,
  type Piece,
  piece,
  type Prompt,
  type Question,
  type Refused,
  textOf,
} from './dialect.js';

const VERSION = '2023-06-01';
/** The highest that this API takes. */
const WARMEST = 1;

/** Anthropic's messages. */
export const ANTHROPIC: Dialect = {
  ask: (target, question, refused) => ({
    url: `${versioned(target)}/messages`,
    headers: headers(target),
    body: messagesBody(question, refused),
  }),
  list: (target, after) => ({
    url: `${versioned(target)}/models?limit=100${after === undefined ? '' : `&after_id=${encodeURIComponent(after)}`}`,
    headers: headers(target),
  }),
  readEvent,
  readAnswer,
};

const versioned = ({ base }: AiTarget): string => (/\/v1$/.test(base) ? base : `${base}/v1`);

const headers = ({ token }: AiTarget): Call['headers'] => ({
  'anthropic-version': VERSION,
  ...(token === '' ? {} : { 'x-api-key': token }),
});

function messagesBody(
  { prompt, model, temperature, maxTokens, stop }: Question,
  refused: Refused,
): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = {
    model,
    system: prompt.instructions,
    messages: [{ role: 'user', content: content(prompt) }],
    max_tokens: maxTokens,
    stream: true,
  };
  if (!refused.has('temperature')) body['temperature'] = Math.min(temperature, WARMEST);
  // It refuses stops of white space alone.
  const words = stop.filter((each) => each.trim() !== '');
  if (!refused.has('stop') && words.length > 0) body['stop_sequences'] = words;
  return body;
}

const content = ({ input, picture }: Prompt): unknown =>
  picture
    ? [
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/jpeg', data: picture.toString('base64') },
        },
        { type: 'text', text: input },
      ]
    : input;

function readEvent({ event, data }: StreamEvent): Piece | undefined {
  const frame = objectOf(data);
  if (!frame) return undefined;
  switch (textOf(frame['type']) ?? event) {
    case 'message_start':
      return usage(membersOf(frame['message'])['usage']);
    case 'content_block_delta': {
      const { type, text } = membersOf(frame['delta']);
      return type === 'text_delta' ? piece({ text: textOf(text) }) : { thinks: type === 'thinking_delta' };
    }
    case 'message_delta':
      return {
        ...usage(frame['usage']),
        ...piece({ finish: finishOf(membersOf(frame['delta'])['stop_reason']) }),
      };
    case 'message_stop':
      return { done: true };
    case 'error':
      return { failed: true };
    default:
      return {};
  }
}

function readAnswer(answer: unknown): Piece | undefined {
  const { content, stop_reason: reason, usage: counts } = membersOf(answer);
  if (!Array.isArray(content)) return undefined;
  const text = content.map((block: unknown) => textOf(membersOf(block)['text']) ?? '').join('');
  return { text, ...piece({ finish: finishOf(reason) }), ...usage(counts), done: true };
}

function usage(value: unknown): Piece {
  const { input_tokens: tokensIn, output_tokens: tokensOut } = membersOf(value);
  return piece({ tokensIn: countOf(tokensIn), tokensOut: countOf(tokensOut) });
}
