import type { StreamEvent } from '@sitedesk/contract/event-stream';
import type { AiTarget } from '../settings/ai-settings.js';
import {
  type Call,
  countOf,
  type Dialect,
  finishOf,
  firstOf,
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

/** OpenAI's chat completions, which most other servers speak as well: vLLM, llama.cpp, Ollama, routers. */
export const OPENAI_CHAT: Dialect = {
  ask: (target, question, refused) => ({
    url: `${target.base}/chat/completions`,
    headers: bearer(target),
    body: chatBody(question, refused),
  }),
  list: (target) => ({ url: `${target.base}/models`, headers: bearer(target) }),
  readEvent: readChatEvent,
  readAnswer: readChatAnswer,
};

/** Azure's: another header, and the deployment's name instead of the model's. */
export const AZURE_OPENAI: Dialect = {
  ...OPENAI_CHAT,
  ask: (target, question, refused) => ({
    url: azureUrl(target),
    headers: { 'api-key': target.token },
    body: chatBody(question, refused),
  }),
  list: () => undefined,
};

/** The deployment that an older endpoint names. */
export const deploymentOf = ({ base }: AiTarget): string | undefined => {
  const found = /\/deployments\/([^/]+)/.exec(base)?.[1];
  return found === undefined ? undefined : decodeURIComponent(found);
};

function azureUrl(target: AiTarget): string {
  const { base, apiVersion } = target;
  if (deploymentOf(target) !== undefined)
    return `${base}/chat/completions?api-version=${encodeURIComponent(apiVersion ?? '2024-10-21')}`;
  const v1 = /\/v1$/.test(base) ? base : `${base.replace(/\/openai$/, '')}/openai/v1`;
  return `${v1}/chat/completions`;
}

export const bearer = ({ token }: AiTarget): Call['headers'] =>
  token === '' ? {} : { authorization: `Bearer ${token}` };

function chatBody(question: Question, refused: Refused): Readonly<Record<string, unknown>> {
  const { prompt, model, temperature, maxTokens, stop } = question;
  const body: Record<string, unknown> = {
    model,
    messages: [
      { role: 'system', content: prompt.instructions },
      { role: 'user', content: chatContent(prompt) },
    ],
    stream: true,
  };
  // Newer models know the second name only.
  body[refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens'] = maxTokens;
  if (!refused.has('temperature')) body['temperature'] = temperature;
  if (!refused.has('stop') && stop.length > 0) body['stop'] = stop;
  if (!refused.has('stream_options')) body['stream_options'] = { include_usage: true };
  return body;
}

const chatContent = ({ input, picture }: Prompt): unknown =>
  picture
    ? [
        { type: 'text', text: input },
        { type: 'image_url', image_url: { url: pictureUrl(picture), detail: 'low' } },
      ]
    : input;

function readChatEvent({ data }: StreamEvent): Piece | undefined {
  if (data.trim() === '[DONE]') return { done: true };
  const frame = objectOf(data);
  if (!frame) return undefined;
  if (frame['error'] !== undefined && frame['error'] !== null) return { failed: true };
  const choice = firstOf(frame['choices']); // none in frames about the prompt or the usage
  return chatPiece(choice, membersOf(choice['delta']), frame['usage']);
}

function readChatAnswer(answer: unknown): Piece | undefined {
  const { choices, usage } = membersOf(answer);
  if (!Array.isArray(choices) || choices.length === 0) return undefined;
  const choice = firstOf(choices);
  return { ...chatPiece(choice, membersOf(choice['message']), usage), done: true };
}

function chatPiece(
  choice: Readonly<Record<string, unknown>>,
  message: Readonly<Record<string, unknown>>,
  usage: unknown,
): Piece {
  const { prompt_tokens: tokensIn, completion_tokens: tokensOut } = membersOf(usage);
  const thought = textOf(message['reasoning_content']) ?? textOf(message['reasoning']);
  return piece({
    text: textOf(message['content']),
    finish: finishOf(choice['finish_reason']),
    tokensIn: countOf(tokensIn),
    tokensOut: countOf(tokensOut),
    thinks: thought || thoughtTokens(usage) ? true : undefined,
  });
}

const thoughtTokens = (usage: unknown): boolean => {
  const details = membersOf(membersOf(usage)['completion_tokens_details']);
  return (countOf(details['reasoning_tokens']) ?? 0) > 0;
};
