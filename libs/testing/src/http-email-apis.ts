import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, startLocalServer } from './local-server.js';

/** What the stand-ins answer to an email that is signed in and complete. */
export type ApiBehaviour =
  | 'ok'
  | 'throttled'
  | 'down'
  | 'bad-request'
  | 'unprocessable'
  | 'too-large'
  | 'forbidden'
  | 'not-found'
  | 'redirect'
  | 'huge'
  | 'ok-200'
  | 'silent'
  | 'slow-body'
  | 'reset';

/** An email that one of the APIs took. */
export interface ApiMessage {
  readonly api: 'communication' | 'commercial';
  /** The API's own number. */
  readonly id: string;
  /** The parsed body of the request. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Stand-ins for Azure Communication Services Email and SendGrid. */
export interface HttpEmailApis {
  /** Connection string of the communication service. */
  readonly communication: string;
  /** Connection string of the commercial API. */
  readonly commercial: string;
  /** Emails taken; a repeated operation of the communication service counts once. */
  readonly messages: readonly ApiMessage[];
  /** Requests that came in, whatever became of them. */
  readonly requests: number;
  behave(behaviour: ApiBehaviour): void;
  close(): Promise<void>;
}

const COMMUNICATION_PATH = '/emails:send?api-version=2023-03-31';
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
const HUGE_BYTES = 4 * 1024 * 1024;

const REFUSALS: Partial<Record<ApiBehaviour, readonly [status: number, words: string]>> = {
  throttled: [429, 'TooManyRequests: slow down'],
  down: [503, 'The service is being repaired'],
  'bad-request': [400, 'The content of the mail is not acceptable'],
  unprocessable: [422, 'The email cannot be processed'],
  'too-large': [413, 'The mail is too large'],
  forbidden: [403, 'The from address does not match a verified sender'],
  'not-found': [404, 'DomainNotLinked'],
  'ok-200': [200, '<html>a web page</html>'],
};

/** Starts both APIs on one free local port. */
export async function startHttpEmailApis(): Promise<HttpEmailApis> {
  const apis = new Apis();
  const { port, close } = await startLocalServer((request, response) => apis.answer(request, response));
  return {
    communication: `endpoint=http://127.0.0.1:${port}/;accesskey=${apis.accessKey}`,
    commercial: `sendgrid://${apis.apiKey}@127.0.0.1:${port}?tls=false`,
    messages: apis.messages,
    get requests() {
      return apis.requests;
    },
    behave: (behaviour) => void (apis.behaviour = behaviour),
    close,
  };
}

class Apis {
  readonly accessKey = randomBytes(48).toString('base64');
  readonly apiKey = `SG.${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`;
  readonly messages: ApiMessage[] = [];
  requests = 0;
  behaviour: ApiBehaviour = 'ok';

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const body = await readBody(request);
    const api = request.url?.startsWith('/v3/') ? 'commercial' : 'communication';
    const signedIn = api === 'commercial' ? this.hasKey(request) : this.isSigned(request, body);
    if (!signedIn)
      return refuse(
        response,
        401,
        api === 'commercial' ? 'The provided authorization grant is invalid' : 'Denied',
      );
    if (request.method === 'GET') return this.answerCheck(request, response);
    if (misbehave(response, this.behaviour)) return;
    const message = parseObject(body);
    const problem = message ? problemOf(api, request, message) : 'The body is not a JSON object';
    if (problem || !message) return refuse(response, 400, problem ?? '');
    return api === 'commercial'
      ? this.takeCommercial(message, response)
      : this.takeCommunication(message, request, response);
  }

  private answerCheck(request: IncomingMessage, response: ServerResponse): void {
    if (request.url === '/v3/scopes') return void response.writeHead(200).end('{"scopes":["mail.send"]}');
    return refuse(response, 404, 'No such operation');
  }

  private takeCommercial(body: Readonly<Record<string, unknown>>, response: ServerResponse): void {
    const id = randomBytes(12).toString('base64url');
    this.messages.push({ api: 'commercial', id, body });
    response.writeHead(202, { 'x-message-id': id }).end();
  }

  private takeCommunication(
    body: Readonly<Record<string, unknown>>,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const id = header(request, 'operation-id') || randomUUID();
    if (!this.messages.some((message) => message.id === id))
      this.messages.push({ api: 'communication', id, body });
    response.writeHead(202, {
      'content-type': 'application/json',
      'operation-location': `/emails/operations/${id}`,
    });
    response.end(JSON.stringify({ id, status: 'Running', error: null }));
  }

  private hasKey(request: IncomingMessage): boolean {
    return header(request, 'authorization') === `Bearer ${this.apiKey}`;
  }

  private isSigned(request: IncomingMessage, body: string): boolean {
    const [date, hash] = [header(request, 'x-ms-date'), header(request, 'x-ms-content-sha256')];
    if (hash !== createHash('sha256').update(body).digest('base64')) return false;
    if (!(Math.abs(Date.parse(date) - Date.now()) < MAX_CLOCK_SKEW_MS)) return false;
    const text = `${request.method}\n${request.url}\n${date};${header(request, 'host')};${hash}`;
    const signature = createHmac('sha256', Buffer.from(this.accessKey, 'base64'))
      .update(text)
      .digest('base64');
    const expected = `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`;
    return header(request, 'authorization') === expected;
  }
}

/** What is wrong with an email, in the words of someone who reads the documentation of the two APIs strictly. */
function problemOf(
  api: ApiMessage['api'],
  request: IncomingMessage,
  body: Readonly<Record<string, unknown>>,
): string | undefined {
  if (header(request, 'content-type') !== 'application/json') return 'Content-Type must be application/json';
  if (api === 'communication') {
    if (request.url !== COMMUNICATION_PATH) return `The path must be ${COMMUNICATION_PATH}`;
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(header(request, 'operation-id')))
      return 'Operation-Id must be a UUID';
    const missing = ['senderAddress', 'recipients', 'content'].find((name) => body[name] === undefined);
    return missing && `${missing} is required`;
  }
  if (request.url !== '/v3/mail/send') return 'The path must be /v3/mail/send';
  const missing = ['personalizations', 'from', 'subject', 'content'].find((name) => body[name] === undefined);
  return missing && `${missing} is required`;
}

/** Answers in place of the API; false when it should answer itself. */
function misbehave(response: ServerResponse, behaviour: ApiBehaviour): boolean {
  if (behaviour === 'ok') return false;
  if (behaviour === 'silent') return true;
  const refusal = REFUSALS[behaviour];
  if (refusal) refuse(response, ...refusal);
  if (behaviour === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end();
  if (behaviour === 'huge') response.writeHead(202).end('x'.repeat(HUGE_BYTES));
  if (behaviour === 'slow-body') response.writeHead(400).write('{');
  if (behaviour === 'reset') response.destroy();
  return true;
}

function refuse(response: ServerResponse, status: number, words: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ errors: [{ message: words }] }));
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : undefined;
  } catch {
    return undefined;
  }
}

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '');
