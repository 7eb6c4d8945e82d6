import { begunBody } from './answer-body.js';
import { methodNotAllowed, notFound, tooManyHeaders, unavailable } from './contact-answers.js';
import { contactTarget } from './contact-target.js';
import { shareWithZone } from './cors.js';
import { DEFAULT_TIMEOUT_MS, type EdgeOptions, type EdgeRequest } from './edge-options.js';
import { headersForBackend, headersForClient } from './forwarded-headers.js';
import { isAllowedMethod, isPreflight } from './methods.js';
import { zoneOf, type Zone } from './zone.js';

/** Servers drop fields beyond some number without a word: those that this proxy adds must not be among them. */
const MAX_HEADER_FIELDS = 200;

/**
 * The edge proxy (specification 1): answers a request for `/_api/contact/*` with what the editor backend says. Web
 * standards only, so that it runs in Workers and on Node alike. Never rejects: a backend that is down, or slower than
 * the deadline, is a 503; what the backend answers, its errors and redirects included, is passed on.
 *
 * @example
 * const answer = await handle(request, { backendUrl: 'https://editor.example.com', zone: 'example.com' });
 */
export async function handle(request: EdgeRequest, options: EdgeOptions): Promise<Response> {
  const zone = zoneOf(request, options);
  const answer = await route(request, zone, options);
  shareWithZone(answer.headers, request, zone);
  return answer;
}

async function route(request: EdgeRequest, zone: Zone, options: EdgeOptions): Promise<Response> {
  const target = contactTarget(request.url);
  if ([...request.headers.keys()].length > MAX_HEADER_FIELDS) return tooManyHeaders();
  if (target === undefined || zone.hostname === '') return notFound();
  if (isPreflight(request)) return new Response(null, { status: 204 });
  if (!isAllowedMethod(request)) return methodNotAllowed();
  return forward(request, target, zone, options);
}

/** Asks the backend once: a submission that is sent twice could be stored twice. */
async function forward(
  request: EdgeRequest,
  target: string,
  zone: Zone,
  options: EdgeOptions,
): Promise<Response> {
  const cancellation = new AbortController();
  const cancel = (): void => cancellation.abort();
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const startDeadline = (): void => {
    if (over) return;
    const milliseconds = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const late = new Error(`The backend didn’t answer within ${milliseconds} ms.`);
    deadline = setTimeout(() => cancellation.abort(late), milliseconds);
  };
  if (request.received) void request.received.then(startDeadline);
  else startDeadline();
  request.signal?.addEventListener('abort', cancel, { once: true });
  const send = options.fetch ?? fetch;
  try {
    const answer = await send(new URL(options.backendUrl).origin + target, {
      method: request.method,
      headers: headersForBackend(request, zone, options),
      body: request.method === 'GET' ? null : request.body,
      redirect: 'manual',
      duplex: 'half',
      signal: cancellation.signal,
    });
    const { status, statusText } = answer;
    const body = await begunBody(answer);
    return new Response(body, { status, statusText, headers: headersForClient(answer.headers) });
  } catch (error) {
    const { aborted, reason } = cancellation.signal;
    if (!request.signal?.aborted) options.onUnavailable?.(aborted ? reason : error);
    return unavailable(request);
  } finally {
    over = true;
    clearTimeout(deadline);
  }
}
