import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AiReply,
  anthropicAnswer,
  anthropicFrames,
  chatAnswer,
  chatFrames,
  type Frame,
  responsesAnswer,
  responsesFrames,
  written,
} from './ai-provider-frames.js';
import { readBody, startLocalServer } from './local-server.js';

/** How the provider behaves; `ok` follows its documentation, the others do what their name says. */
export type AiBehaviour =
  | 'ok'
  /** An octet at a time. */
  | 'split'
  | 'crlf'
  | 'comments'
  | 'no-done'
  | 'empty-choices'
  /** No stream, though one was asked for. */
  | 'at-once'
  | 'error-midstream'
  /** As Ollama: a text instead of an object. */
  | 'error-string'
  | 'cut'
  | 'max-tokens-refused'
  | 'temperature-refused'
  | 'both-refused'
  | 'thinking-only'
  | 'filtered'
  | 'too-long'
  /** Reads no pictures. */
  | 'blind'
  | 'model-unknown'
  | 'unauthorized'
  | 'throttled'
  | 'quota'
  | 'error-500'
  | 'overloaded'
  | 'silent'
  /** Begins, and then says nothing more. */
  | 'stalled'
  /** Half of it after half a second, and the rest after another. */
  | 'paced'
  | 'endless'
  | 'garbage'
  | 'truncated'
  | 'huge'
  | 'redirect'
  | 'reset';

/** What `GET models` answers. */
export type AiCatalogue = 'ok' | 'none' | 'bare' | 'names' | 'native' | 'many' | 'garbage' | 'error-500';

/** A request as it came in. */
export interface AiRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The caller went away before the answer was complete. */
  gone: boolean;
  /** When a paced answer began, as `performance.now()` says it. */
  beganAt: number | undefined;
}

/** A provider with every dialect on a local port. */
export interface FakeAiProvider {
  /** Origin, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly token: string;
  readonly endpoints: {
    readonly openai: string;
    readonly anthropic: string;
    readonly azure: string;
    /** An older one, which names its deployment. */
    readonly azureDeployment: string;
  };
  readonly requests: readonly AiRequest[];
  /** Requests for an answer, without those for the list of models. */
  readonly asked: readonly AiRequest[];
  behave(behaviour: AiBehaviour, catalogue?: AiCatalogue): void;
  /** What it answers from now on; a function makes it of what it was asked (OpenAI chat only). */
  say(text: string | ((input: string) => string)): void;
  close(): Promise<void>;
}

const MODELS = ['text-embedding-3-small', 'gpt-4o-mini', 'gpt-4o', 'whisper-1'];
const MANY = 5_000;
/** As long as models take for their first word. */
const PACE_MS = 500;
const TOKENS_IN = 20;
const TOKENS_OUT = 7;

export async function startAiProvider(): Promise<FakeAiProvider> {
  const provider = new Provider();
  const { url, close } = await startLocalServer((request, response) => provider.answer(request, response));
  return {
    url,
    token: provider.token,
    endpoints: {
      openai: `${url}/v1`,
      anthropic: `${url}/anthropic/v1`,
      azure: `${url}/openai/v1`,
      azureDeployment: `${url}/openai/deployments/writer?api-version=2024-10-21`,
    },
    requests: provider.requests,
    get asked() {
      return provider.requests.filter(({ method }) => method === 'POST');
    },
    behave: (behaviour, catalogue = 'ok') => {
      provider.behaviour = behaviour;
      provider.catalogue = catalogue;
    },
    say: (text) => void (provider.text = text),
    close,
  };
}

interface Call {
  readonly kind: 'chat' | 'responses' | 'anthropic';
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
}

class Provider {
  readonly token = `sk-${randomBytes(16).toString('hex')}`;
  readonly requests: AiRequest[] = [];
  behaviour: AiBehaviour = 'ok';
  catalogue: AiCatalogue = 'ok';
  text: string | ((input: string) => string) = ' und so weiter.';

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const text = await readBody(request);
    const body = text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>); // a caller's JSON object
    const seen: AiRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      body,
      gone: false,
      beganAt: undefined,
    };
    this.requests.push(seen);
    response.on('close', () => (seen.gone = !response.writableFinished));
    if (this.misbehave(response, text)) return;
    const isAnthropic = pathname.startsWith('/anthropic/');
    if (!this.isKnown(request, isAnthropic)) return refuse(response, 401, 'invalid_api_key', this.token);
    if (request.method === 'GET') return this.models(pathname, isAnthropic, response);
    const call = callOf(pathname, body);
    if (!call) return refuse(response, 404, 'not_found', `No such route: ${pathname}`);
    const fault = faultOf(call);
    if (fault !== undefined) return refuse(response, 400, 'invalid_request_error', fault);
    return this.reply(call, response, seen);
  }

  private isKnown({ headers, url }: IncomingMessage, isAnthropic: boolean): boolean {
    if (isAnthropic) return headers['x-api-key'] === this.token && headers['anthropic-version'] !== undefined;
    if (url?.startsWith('/openai/')) return headers['api-key'] === this.token;
    return headers.authorization === `Bearer ${this.token}`;
  }

  private models(pathname: string, isAnthropic: boolean, response: ServerResponse): void {
    if (!pathname.endsWith('/models') || this.catalogue === 'none')
      return refuse(response, 404, 'not_found', 'Not found');
    const objects = (ids: readonly string[]): readonly object[] =>
      ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'tests' }));
    if (isAnthropic) return this.anthropicModels(response);
    switch (this.catalogue) {
      case 'ok':
        return json(response, { object: 'list', data: objects(MODELS) });
      case 'bare':
        return json(response, objects(MODELS));
      case 'names':
        return json(response, { data: MODELS });
      case 'native':
        return json(response, { models: MODELS.map((name) => ({ name })) });
      case 'many':
        return json(response, {
          data: objects(Array.from({ length: MANY }, (_, index) => `model-${index}`)),
        });
      case 'garbage':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
      case 'error-500':
        return refuse(response, 500, 'server_error', 'The server had an error');
    }
  }

  private anthropicModels(response: ServerResponse): void {
    const page = this.requests.at(-1)?.path.includes('after_id') ? ['claude-haiku-4-5'] : ['claude-opus-4-1'];
    const data = page.map((id) => ({ type: 'model', id, display_name: id }));
    json(response, { data, has_more: page[0] === 'claude-opus-4-1', first_id: page[0], last_id: page[0] });
  }

  private async reply(call: Call, response: ServerResponse, seen: AiRequest): Promise<void> {
    const { behaviour } = this;
    const { body, model } = call;
    if (behaviour === 'blind' && /"(?:image_url|input_image|image)"/.test(JSON.stringify(body)))
      return refuse(response, 400, 'invalid_request_error', 'This model does not support image input');
    const refusesTokens = behaviour === 'max-tokens-refused' || behaviour === 'both-refused';
    const refusesTemperature = behaviour === 'temperature-refused' || behaviour === 'both-refused';
    if (refusesTokens && 'max_tokens' in body)
      return unsupported(response, 'max_tokens', 'unsupported_parameter');
    if (refusesTemperature && 'temperature' in body)
      return unsupported(response, 'temperature', 'unsupported_value');
    const thinks = behaviour === 'thinking-only';
    const reply: AiReply = {
      text: thinks ? '' : typeof this.text === 'string' ? this.text : this.text(inputOf(body)),
      model,
      finish: thinks ? 'length' : 'stop',
      tokensIn: TOKENS_IN,
      tokensOut: TOKENS_OUT,
      thinks,
    };
    if (body['stream'] !== true || behaviour === 'at-once') return json(response, WHOLE[call.kind](reply));
    const withUsage = 'stream_options' in body;
    const frames = call.kind === 'chat' ? chatFrames(reply, withUsage) : FRAMES[call.kind](reply);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    return this.stream(frames, response, seen);
  }

  private async stream(frames: readonly Frame[], response: ServerResponse, seen: AiRequest): Promise<void> {
    const half = frames.slice(0, Math.ceil(frames.length / 2));
    const behaviour: string = this.behaviour; // most are no matter of the stream
    switch (behaviour) {
      case 'split': {
        for (const octet of Buffer.from(written(frames))) {
          response.write(Buffer.from([octet]));
          await new Promise((resolve) => setImmediate(resolve));
        }
        return void response.end();
      }
      case 'crlf':
        return void response.end(written(frames, '\r\n'));
      case 'comments':
        return void response.end(`: PROCESSING\n\n${written(frames).replaceAll('\n\n', '\n\n: ping\n\n')}`);
      case 'no-done':
        return void response.end(written(frames.filter(([, data]) => data !== '[DONE]')));
      case 'empty-choices':
        return void response.end(
          `data: {"choices":[],"prompt_filter_results":[{"prompt_index":0}]}\n\n${written(frames)}`,
        );
      case 'error-midstream':
        return void response.end(
          `${written(half)}event: error\ndata: {"type":"error","error":{"message":"Overloaded"}}\n\n`,
        );
      case 'error-string':
        return void response.end('data: {"error":"model runner has unexpectedly stopped"}\n\n');
      case 'cut':
        return void response.end(written(half));
      case 'stalled':
        return void response.write(written(half));
      case 'paced': {
        for (const part of [half, frames.slice(half.length)]) {
          await sleep(PACE_MS);
          seen.beganAt ??= performance.now();
          response.write(written(part));
        }
        return void response.end();
      }
      case 'endless':
        return this.endless(half, response);
      default:
        return void response.end(written(frames));
    }
  }

  private async endless(frames: readonly Frame[], response: ServerResponse): Promise<void> {
    const more = written(frames);
    while (!response.destroyed) {
      if (!response.write(more)) await once(response, 'drain').catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private misbehave(response: ServerResponse, asked: string): boolean {
    const behaviour: string = this.behaviour; // the others answer
    switch (behaviour) {
      case 'unauthorized':
        refuse(response, 401, 'invalid_api_key', `Incorrect API key provided: ${this.token}`);
        return true;
      case 'throttled':
        response.setHeader('retry-after', '7');
        refuse(response, 429, 'rate_limit_exceeded', 'Rate limit reached');
        return true;
      case 'quota':
        refuse(response, 429, 'insufficient_quota', 'You exceeded your current quota');
        return true;
      case 'filtered':
        refuse(response, 400, 'content_filter', 'The response was filtered');
        return true;
      case 'too-long':
        refuse(response, 400, 'context_length_exceeded', `This model has a maximum context length: ${asked}`);
        return true;
      case 'model-unknown':
        refuse(response, 404, 'model_not_found', 'The model does not exist');
        return true;
      case 'error-500':
        refuse(response, 500, 'server_error', `Something went wrong with ${this.token}: ${asked}`);
        return true;
      case 'overloaded':
        refuse(response, 529, 'overloaded_error', 'Overloaded');
        return true;
      case 'silent':
        return true;
      case 'garbage':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
        return true;
      case 'truncated':
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[{"mess');
        return true;
      case 'huge':
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ choices: [{ message: { content: 'x'.repeat(4 * 1024 * 1024) } }] }));
        return true;
      case 'redirect':
        response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
        return true;
      case 'reset':
        response.destroy();
        return true;
      default:
        return false;
    }
  }
}

/** What a chat was asked last. */
function inputOf({ messages }: Readonly<Record<string, unknown>>): string {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return String((last as { readonly content?: unknown } | undefined)?.content ?? '');
}

const FRAMES = { responses: responsesFrames, anthropic: anthropicFrames } as const;
const WHOLE = { chat: chatAnswer, responses: responsesAnswer, anthropic: anthropicAnswer } as const;

function callOf(pathname: string, body: Readonly<Record<string, unknown>>): Call | undefined {
  const deployment = /^\/openai\/deployments\/([^/]+)\/chat\/completions$/.exec(pathname)?.[1];
  const model = deployment ?? String(body['model'] ?? '');
  if (deployment !== undefined || /^\/(openai\/)?v1\/chat\/completions$/.test(pathname))
    return { kind: 'chat', body, model };
  if (pathname === '/v1/responses') return { kind: 'responses', body, model };
  return pathname === '/anthropic/v1/messages' ? { kind: 'anthropic', body, model } : undefined;
}

const MEMBERS = {
  chat: [
    'model',
    'messages',
    'temperature',
    'max_tokens',
    'max_completion_tokens',
    'stop',
    'stream',
    'stream_options',
  ],
  responses: ['model', 'input', 'instructions', 'max_output_tokens', 'temperature', 'store', 'stream'],
  anthropic: ['model', 'messages', 'system', 'max_tokens', 'temperature', 'stop_sequences', 'stream'],
} as const;

/** What these APIs refuse of a request. */
function faultOf({ kind, body, model }: Call): string | undefined {
  const known: readonly string[] = MEMBERS[kind];
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) return `Unrecognized request argument supplied: ${unknown}`;
  if (model === '') return 'you must provide a model parameter';
  if (kind === 'responses') {
    const { input } = body;
    return typeof input === 'string' || Array.isArray(input)
      ? undefined
      : 'input: expected a string or an array';
  }
  if (!Array.isArray(body['messages'])) return 'messages: expected an array';
  const isWithout = kind === 'anthropic' && !Number.isInteger(body['max_tokens']);
  return isWithout ? 'max_tokens: Field required' : undefined;
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const error = { message, type: code, param: null, code };
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ type: 'error', error }));
}

function unsupported(response: ServerResponse, param: string, code: string): void {
  const message = `Unsupported parameter: '${param}' is not supported with this model.`;
  const error = { message, type: 'invalid_request_error', param, code };
  response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}
