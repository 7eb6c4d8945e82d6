import { EVENT_STREAM, EventStreamReader, type StreamEvent } from '@sitedesk/contract/event-stream';
import { answered, csrfHeaders, jsonOf, recover, refusalIn } from './http';
import { Problem } from './problem';

/**
 * Sends a request whose answer comes in parts.
 * @param onPiece gets each part
 * @throws Problem for every refusal, before the first part or after it, and when the answer breaks off
 */
export async function postForEvents<Body, Piece>(
  path: string,
  body: unknown,
  signal: AbortSignal,
  onPiece: (piece: Piece) => void,
): Promise<Body> {
  const headers = { Accept: EVENT_STREAM, 'Content-Type': 'application/json', ...csrfHeaders() };
  const response = await answered(signal, path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) {
    const refusal = refusalIn(response, await jsonOf(response));
    if (await recover(refusal)) return postForEvents(path, body, signal, onPiece);
    throw refusal;
  }
  for await (const { event, data } of eventsOf(response, signal)) {
    const value: unknown = JSON.parse(data);
    // The server is ours, and its events are typed by the contract.
    if (event === 'piece') onPiece(value as Piece);
    if (event === 'answer') return value as Body;
    if (event === 'problem') throw problemIn(value as Readonly<Record<string, unknown>>);
  }
  throw offline();
}

async function* eventsOf({ body }: Response, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const octets = body?.getReader();
  const events = new EventStreamReader();
  for (;;) {
    const read = await octets?.read().catch((cause: unknown) => {
      throw signal.aborted ? cause : offline();
    });
    if (!read?.value) return;
    yield* events.push(read.value);
  }
}

const offline = (): Problem => new Problem(0, { detail: 'offline' }, '');

const problemIn = (members: Readonly<Record<string, unknown>>): Problem =>
  new Problem(Number(members['status']), members, String(members['instance']).replace('urn:request:', ''));
