import type { AiCheck, AiCompletion, AiModels, AiPiece, AiStatus } from '@sitedesk/contract/ai';
import { EVENT_STREAM, EventStreamReader, type StreamEvent } from '@sitedesk/contract/event-stream';
import type { SettingGroupView } from '@sitedesk/contract/settings';
import type { FakeAiProvider } from '@sitedesk/testing';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { EditorBrowser } from './editor.js';
import { eventually } from './eventually.js';
import type { Answer } from './http.js';

/** Settings of the AI as a form saves them, over whatever is there now. */
export async function saveAi(
  browser: EditorBrowser,
  values: Readonly<Record<string, string | null>>,
): Promise<Answer> {
  const { version } = (await browser.get('/settings/AI')).json() as SettingGroupView;
  return browser.put('/settings/AI', { values }, { 'If-Match': `"v${version}"` });
}

/** Uses the stand-in from now on, with every other setting at its default. */
export async function useProvider(
  browser: EditorBrowser,
  provider: FakeAiProvider,
  values: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  const answer = await saveAi(browser, {
    Enabled: 'true',
    Endpoint: provider.endpoints.openai,
    AccessToken: provider.token,
    Model: 'gpt-4o-mini',
    ...Object.fromEntries(OTHERS.map((name) => [name, null])),
    ...values,
  });
  if (answer.status !== 200) throw new Error(`The settings were answered ${answer.status}: ${answer.text}`);
}

const OTHERS = ['Dialect', 'Temperature', 'MaxTokens', 'Timeout', 'SiteTokensPerDay', 'UserTokensPerDay'];

export const statusOf = async (browser: EditorBrowser): Promise<AiStatus> =>
  (await browser.get('/ai/status')).json() as AiStatus;

export const modelsOf = async (browser: EditorBrowser, query = ''): Promise<AiModels> =>
  (await browser.get(`/ai/models${query}`)).json() as AiModels;

export const checkOf = async (browser: EditorBrowser): Promise<AiCheck> =>
  (await browser.post('/ai/check')).json() as AiCheck;

export const complete = (browser: EditorBrowser, more: object = {}): Promise<Answer> =>
  browser.post('/ai/complete', { prefix: 'Der Sommer war', ...more });

/** @throws Error when it wasn't answered 200 */
export async function suggestion(browser: EditorBrowser, more: object = {}): Promise<AiCompletion> {
  const answer = await complete(browser, more);
  if (answer.status !== 200) throw new Error(`The suggestion was answered ${answer.status}: ${answer.text}`);
  return answer.json() as AiCompletion;
}

/** Asks for a suggestion as {@link postAndLeave}. */
export const askAndLeave = (browser: EditorBrowser): (() => void) =>
  postAndLeave(browser, '/ai/complete', { prefix: 'Der Sommer war' });

/**
 * Sends a request as someone who won't wait for its answer.
 * @returns goes away
 */
export function postAndLeave(browser: EditorBrowser, path: string, body: object): () => void {
  const outgoing = begin(browser, path, body);
  outgoing.on('error', () => undefined);
  return () => void outgoing.destroy();
}

function begin(
  browser: EditorBrowser,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ClientRequest {
  const outgoing = request(`${browser.baseUrl}/editor${path}`, {
    method: 'POST',
    headers: {
      ...browser.ownHeaders,
      cookie: browser.cookieHeader,
      'x-csrf-token': browser.csrfToken ?? '',
      'content-type': 'application/json',
      ...headers,
    },
  });
  return outgoing.end(JSON.stringify(body));
}

/** An answer that comes in events. */
export class StreamedAnswer {
  readonly events: StreamEvent[] = [];
  ended = false;
  /** When its first octets came, as `performance.now()` says it. */
  beganAt: number | undefined;

  private constructor(readonly response: IncomingMessage) {
    const reader = new EventStreamReader();
    response.on('data', (octets: Buffer) => {
      this.beganAt ??= performance.now();
      this.events.push(...reader.push(octets));
    });
    response.on('close', () => (this.ended = true));
  }

  /** Resolves with the first octets of the answer, whatever it is. */
  static async begin(browser: EditorBrowser, path: string, body: object): Promise<StreamedAnswer> {
    const outgoing = begin(browser, path, body, { accept: EVENT_STREAM });
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]; // the event's only argument
    return new StreamedAnswer(response);
  }

  /** The same, once all of it is there. */
  static async whole(browser: EditorBrowser, path: string, body: object): Promise<StreamedAnswer> {
    const answer = await StreamedAnswer.begin(browser, path, body);
    if (!answer.ended) await once(answer.response, 'close');
    return answer;
  }

  /** What was shown before the end, by choice. */
  get shown(): readonly string[] {
    const choices: string[] = [];
    for (const { choice, text } of this.dataOf<AiPiece>('piece'))
      choices[choice] = (choices[choice] ?? '') + text;
    return choices;
  }

  dataOf<Data>(name: 'piece' | 'answer' | 'problem'): readonly Data[] {
    return this.events.filter(({ event }) => event === name).map(({ data }) => JSON.parse(data) as Data);
  }

  leave(): void {
    this.response.destroy();
  }
}

/**
 * Sends a request for which a provider is asked that never answers, and goes away then.
 * @throws when the provider isn't left; what a call may take at most, a minute, is no reason to wait for
 */
export async function isLeft(
  browser: EditorBrowser,
  provider: FakeAiProvider,
  path: string,
  body: object,
): Promise<void> {
  provider.behave('silent');
  const before = provider.asked.length;
  const leave = postAndLeave(browser, path, body);
  const call = await eventually(() => {
    const [found] = provider.asked.slice(before);
    if (!found) throw new Error(`${path}: Nothing was asked yet.`);
    return found;
  });
  leave();
  await eventually(() => {
    if (!call.gone) throw new Error(`${path}: The provider is still asked.`);
  }, 20_000);
  provider.behave('ok');
}
