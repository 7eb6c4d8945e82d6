import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { http, query, setAuthHandlers } from './http';
import { postForEvents } from './post-for-events';
import { Problem } from './problem';

/** The server's next answers, in their order; what was asked. */
const asked: { readonly url: string; readonly init: RequestInit }[] = [];
let answers: (() => Response | Promise<Response>)[] = [];
const problem =
  (status: number, code: string): (() => Response) =>
  () =>
    new Response(JSON.stringify({ code, detail: 'No.' }), {
      status,
      headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'r-1' },
    });
const json =
  (value: unknown, headers = {}): (() => Response) =>
  () =>
    new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json', ...headers } });

const handlers = {
  csrfToken: () => 'token',
  signInAgain: vi.fn(),
  confirmIdentity: vi.fn(),
  refresh: vi.fn(),
  enrol: vi.fn(),
};

beforeEach(() => {
  asked.length = 0;
  vi.clearAllMocks();
  for (const handler of [handlers.signInAgain, handlers.confirmIdentity, handlers.refresh, handlers.enrol])
    handler.mockResolvedValue(undefined);
  setAuthHandlers(handlers);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ url, init });
    const [next, ...rest] = answers;
    answers = rest;
    return next ? Promise.resolve(next()) : Promise.reject(new TypeError('network'));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('requests to the backend', () => {
  it('asks to sign in again when the session has ended, and sends the very same request once more (UX-18)', async () => {
    answers = [problem(401, 'sign-in-required'), json({ saved: true })];
    expect(await http.post('/authors', { name: 'typed' })).toEqual({ saved: true });
    expect(handlers.signInAgain).toHaveBeenCalledTimes(1);
    expect(asked.map(({ init }) => init.body)).toEqual(['{"name":"typed"}', '{"name":"typed"}']);
  });

  it('fails when the person does not sign in again', async () => {
    answers = [problem(401, 'sign-in-required')];
    handlers.signInAgain.mockRejectedValue(new Error('left'));
    await expect(http.post('/authors')).rejects.toThrow('left');
    expect(asked).toHaveLength(1);
  });

  it('asks for a fresh proof before a sensitive action, then does it (ID-18)', async () => {
    answers = [problem(403, 'recent-sign-in-required'), json({})];
    await http.delete('/users/1');
    expect(handlers.confirmIdentity).toHaveBeenCalledTimes(1);
    expect(asked).toHaveLength(2);
  });

  it('reads the session again when the anti-forgery token is an old one', async () => {
    answers = [problem(403, 'invalid-anti-forgery-token'), json({})];
    await http.post('/authors');
    expect(handlers.refresh).toHaveBeenCalledTimes(1);
  });

  it('goes to the enrolment when the site begins to ask for a second factor, and tells the refusal (UX-21)', async () => {
    answers = [problem(403, 'second-factor-required')];
    await expect(http.get('/authors')).rejects.toMatchObject({ status: 403 });
    expect(handlers.enrol).toHaveBeenCalledTimes(1);
    expect(asked).toHaveLength(1);
  });

  it('knows how long the server asks to wait', async () => {
    answers = [() => new Response('{}', { status: 429, headers: { 'Retry-After': '40' } })];
    await expect(http.get('/authors')).rejects.toMatchObject({ retryAfterSeconds: 40 });
  });

  it('never asks twice: a second refusal is told', async () => {
    answers = [problem(401, 'sign-in-required'), problem(401, 'sign-in-required')];
    await expect(http.get('/authors')).rejects.toMatchObject({ status: 401 });
  });

  it('leaves the refusal of a sign-in to the page that signs in', async () => {
    answers = [problem(401, '')];
    await expect(http.post('/session', {}, { interactive: false })).rejects.toBeInstanceOf(Problem);
    expect(handlers.signInAgain).not.toHaveBeenCalled();
  });

  it('says that there was no answer at all', async () => {
    answers = [];
    await expect(http.get('/authors')).rejects.toMatchObject({ status: 0, isOffline: true });
  });

  it('sends the version that a change is based on, and gives the new one', async () => {
    answers = [json({ id: 1 }, { ETag: '"8"' })];
    const { etag } = await http.put('/authors/1', {}, { ifMatch: '"7"' });
    expect(etag).toBe('"8"');
    expect(asked[0]?.init.headers).toMatchObject({ 'If-Match': '"7"', 'X-CSRF-TOKEN': 'token' });
  });

  it('leaves out what is not set of a query', () => {
    expect(query({ q: 'a b', cursor: undefined, view: '', limit: 5 })).toBe('?q=a+b&limit=5');
    expect(query({})).toBe('');
  });
});

describe('an answer that comes in parts', () => {
  /** @param ending how the connection ends behind the events */
  const events =
    (written: string, ending: 'closed' | 'lost' = 'closed'): (() => Response) =>
    () => {
      const parts = written.match(/.{1,7}/gs) ?? [];
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const part = parts.shift();
          if (part !== undefined) controller.enqueue(new TextEncoder().encode(part));
          else if (ending === 'closed') controller.close();
          else controller.error(new TypeError('network'));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    };
  const PIECES = 'event: piece\ndata: {"text":"Dear"}\n\nevent: piece\ndata: {"text":" Bo"}\n\n';
  const ask = (pieces: unknown[] = []): Promise<unknown> =>
    postForEvents('/ai/reply', { message: '1' }, new AbortController().signal, (piece) => pieces.push(piece));

  it('is told as it comes, and is there in the end, also when the session had ended before', async () => {
    answers = [
      problem(401, 'sign-in-required'),
      events(`${PIECES}event: answer\ndata: {"choices":["Dear Bo"]}\n\n`),
    ];
    const pieces: unknown[] = [];
    expect(await ask(pieces)).toEqual({ choices: ['Dear Bo'] });
    expect(pieces).toEqual([{ text: 'Dear' }, { text: ' Bo' }]);
    expect(handlers.signInAgain).toHaveBeenCalledTimes(1);
    expect(asked[1]?.init.headers).toMatchObject({ Accept: 'text/event-stream', 'X-CSRF-TOKEN': 'token' });
  });

  it('fails for what the server says behind the first part', async () => {
    const said = '{"status":502,"code":"service-failed","detail":"No.","instance":"urn:request:r-2"}';
    answers = [events(`${PIECES}event: problem\ndata: ${said}\n\n`)];
    await expect(ask()).rejects.toMatchObject({ status: 502, code: 'service-failed', requestId: 'r-2' });
  });

  it.each(['closed', 'lost'] as const)(
    'fails as offline when the connection is %s before the end',
    async (ending) => {
      answers = [events(PIECES, ending)];
      await expect(ask()).rejects.toMatchObject({ isOffline: true });
    },
  );
});
