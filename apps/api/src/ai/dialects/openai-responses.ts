import type { StreamEvent } from '@sitedesk/contract/event-stream';
import {
  countOf,
  type Dialect,
  finishOf,
  membersOf,
  objectOf,
  type Piece,
  pictureUrl,
  piece,
  type Prompt,
  type Question,
  type Refused,
  textOf,
} from './dialect.js';
import { bearer } from './openai-chat.js';

/** The provider refuses less. */
const LEAST_TOKENS = 16;

/** OpenAI's responses. */
export const OPENAI_RESPONSES: Dialect = {
  ask: (target, question, refused) => ({
    url: `${target.base}/responses`,
    headers: bearer(target),
    body: responsesBody(question, refused),
  }),
  list: (target) => ({ url: `${target.base}/models`, headers: bearer(target) }),
  readEvent,
  readAnswer,
};

function responsesBody(
  { prompt, model, temperature, maxTokens }: Question,
  refused: Refused,
): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = {
    model,
    instructions: prompt.instructions,
    input: responsesInput(prompt),
    max_output_tokens: Math.max(maxTokens, LEAST_TOKENS),
    // The default keeps what people write.
    store: false,
    stream: true,
  };
  if (!refused.has('temperature')) body['temperature'] = temperature;
  return body;
}

const responsesInput = ({ input, picture }: Prompt): unknown =>
  picture
    ? [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: input },
            { type: 'input_image', image_url: pictureUrl(picture), detail: 'low' },
          ],
        },
      ]
    : input;

function readEvent({ event, data }: StreamEvent): Piece | undefined {
  if (data.trim() === '[DONE]') return { done: true };
  const frame = objectOf(data);
  if (!frame) return undefined;
  const type = textOf(frame['type']) ?? event;
  if (type === 'response.output_text.delta') return piece({ text: textOf(frame['delta']) });
  if (type === 'response.completed' || type === 'response.incomplete')
    return { ...ending(frame['response']), done: true };
  if (type === 'response.failed' || type === 'error') return { failed: true };
  return /reasoning/.test(type) ? { thinks: true } : {};
}

function readAnswer(answer: unknown): Piece | undefined {
  const { output, status } = membersOf(answer);
  if (!Array.isArray(output)) return undefined;
  if (status === 'failed') return { failed: true };
  const parts = output.flatMap((item: unknown) => {
    const { content } = membersOf(item);
    return Array.isArray(content)
      ? content.map((part: unknown) => textOf(membersOf(part)['text']) ?? '')
      : [];
  });
  return { text: parts.join(''), ...ending(answer), done: true };
}

function ending(response: unknown): Piece {
  const { status, incomplete_details: details, usage } = membersOf(response);
  const { input_tokens: tokensIn, output_tokens: tokensOut, output_tokens_details: out } = membersOf(usage);
  const thought = countOf(membersOf(out)['reasoning_tokens']) ?? 0;
  return piece({
    finish: status === 'incomplete' ? (finishOf(membersOf(details)['reason']) ?? 'length') : 'stop',
    tokensIn: countOf(tokensIn),
    tokensOut: countOf(tokensOut),
    thinks: thought > 0 ? true : undefined,
  });
}
