import { CSRF_HEADER, EDITOR_PATH } from '@sitedesk/contract/identity';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';
import { Problem } from './problem';

/** What an answer brought: its JSON, and the version for `If-Match`. */
export interface Answer<Body> {
  readonly body: Body;
  readonly etag: string | null;
  readonly status: number;
}

/** How one request differs from the usual one. */
interface RequestOptions {
  /** Version the change is based on; the server refuses with 412 when there is a newer one. */
  readonly ifMatch?: string | null;
  readonly signal?: AbortSignal;
  /** For requests that belong to signing in: their 401 is an answer, not the end of a session. */
  readonly interactive?: false;
}

/** What the shell does for the requests; set once, at start. */
export interface HttpAuthHandlers {
  csrfToken(): string | undefined;
  /** Asks the person to sign in again; resolves when that is done, rejects when the person leaves. */
  signInAgain(): Promise<void>;
  /** Asks the person to prove once more who it is, before a sensitive action. */
  confirmIdentity(): Promise<void>;
  /** Reads the session again, with its anti-forgery token. */
  refresh(): Promise<void>;
  /** The site has begun to ask this person for a second factor: nothing else is open now. */
  enrol(): Promise<void>;
}

/** For requests that belong to signing in. */
export const QUIET = { interactive: false } as const;

/** Id of the response that was read last, for reports to the server operator: a page that crashes does so over what it has read. */
export let lastRequestId = '';
let authHandlers: HttpAuthHandlers | undefined;
export const setAuthHandlers = (handlers: HttpAuthHandlers): void => void (authHandlers = handlers);

/**
 * Sends one request to the backend. It outlives the end of a session: the person signs in again in a dialog over the page
 * and the same request is sent once more, so that nothing typed is lost.
 * @param path below `/editor`, beginning with a slash
 * @throws Problem for every refusal, and when there is no answer
 */
export async function send<Body>(
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<Answer<Body>> {
  try {
    return await sendOnce<Body>(method, path, body, options);
  } catch (problem) {
    if (!(problem instanceof Problem) || !authHandlers || options.interactive === false) throw problem;
    if (!(await overcome(problem, authHandlers))) throw problem;
    return sendOnce<Body>(method, path, body, options);
  }
}

/** For requests that a library sends: what each but a GET brings along. */
export function csrfHeaders(): Readonly<Record<string, string>> {
  const token = authHandlers?.csrfToken();
  return token === undefined ? {} : { [CSRF_HEADER]: token };
}

/**
 * The same for their refusals: the person signs in again, or confirms who they are.
 * @returns whether the request is worth another try
 */
export const recover = async (problem: Problem): Promise<boolean> =>
  authHandlers !== undefined && overcome(problem, authHandlers);

/** @returns whether the request is worth another try */
async function overcome(problem: Problem, handlers: HttpAuthHandlers): Promise<boolean> {
  if (problem.status === 401) await handlers.signInAgain();
  else if (problem.code === PROBLEM_CODES.recentSignInRequired) await handlers.confirmIdentity();
  else if (problem.code === PROBLEM_CODES.forgery) await handlers.refresh();
  else {
    if (problem.status === 403 && problem.code === PROBLEM_CODES.secondFactorRequired) await handlers.enrol();
    return false;
  }
  return true;
}

async function sendOnce<Body>(
  method: string,
  path: string,
  body: unknown,
  options: RequestOptions,
): Promise<Answer<Body>> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (method !== 'GET') Object.assign(headers, csrfHeaders());
  if (options.ifMatch) headers['If-Match'] = options.ifMatch;
  const response = await answered(options.signal, path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = await jsonOf(response);
  // Now and not before: while the body was on its way, others may have been read.
  if (method === 'GET') lastRequestId = response.headers.get('X-Request-Id') ?? lastRequestId;
  if (!response.ok) throw refusalIn(response, json);
  // The server is ours, and its answers are typed by the contract.
  return { body: json as Body, etag: response.headers.get('ETag'), status: response.status };
}

/** Sends a request. @throws Problem when there is no answer */
export async function answered(
  signal: AbortSignal | undefined,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const request = { ...init, credentials: 'same-origin', ...(signal ? { signal } : {}) } as const;
  return fetch(EDITOR_PATH + path, request).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new Problem(0, { detail: 'offline' }, '');
  });
}

/** What the server refuses, by its answer. */
export const refusalIn = ({ status, headers }: Response, json: unknown): Problem =>
  new Problem(
    status,
    isRecord(json) ? json : {},
    headers.get('X-Request-Id') ?? '',
    Number(headers.get('Retry-After')) || undefined,
  );

/** The JSON of an answer; undefined where it has none. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '' || !/\bjson\b/.test(response.headers.get('Content-Type') ?? '')) return undefined;
  return JSON.parse(text) as unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The requests of the features: a path below `/editor` in, the answer's JSON out. */
export const http = {
  get: async <Body>(path: string, options?: RequestOptions): Promise<Body> =>
    (await send<Body>('GET', path, undefined, options)).body,
  /** With the version, for a form that edits what is read. */
  read: <Body>(path: string, options?: RequestOptions): Promise<Answer<Body>> =>
    send<Body>('GET', path, undefined, options),
  post: async <Body = void>(path: string, body: unknown = {}, options?: RequestOptions): Promise<Body> =>
    (await send<Body>('POST', path, body, options)).body,
  put: <Body = void>(path: string, body: unknown, options?: RequestOptions): Promise<Answer<Body>> =>
    send<Body>('PUT', path, body, options),
  patch: <Body = void>(path: string, body: unknown, options?: RequestOptions): Promise<Answer<Body>> =>
    send<Body>('PATCH', path, body, options),
  delete: async <Body = void>(path: string, body?: unknown, options?: RequestOptions): Promise<Body> =>
    (await send<Body>('DELETE', path, body, options)).body,
};

/** `?a=1&b=2` of those that are set; empty without any. */
export function query(
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const set = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`;
}
