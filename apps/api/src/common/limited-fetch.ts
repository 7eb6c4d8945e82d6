/** A web service's answer, read to the end. */
export interface LimitedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The answer was larger than we read. */
export class AnswerTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The answer has more than ${maxBytes} bytes.`);
    this.name = 'AnswerTooLargeError';
  }
}

/** Octets of an answer that we read; APIs answer with less than a tenth of it. */
export const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * A request to a stranger: one time limit over connecting, waiting and reading (the caller's `signal`), no redirect
 * followed (the answer is the 3xx itself), at most 64 KB of body.
 * @throws AnswerTooLargeError; TimeoutError or AbortError of the signal; TypeError with a cause when there is no answer
 */
export async function limitedFetch(
  url: string,
  request: RequestInit & { readonly signal: AbortSignal },
): Promise<LimitedAnswer> {
  const response = await fetch(url, { ...request, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await readLimited(response) };
}

/**
 * The body of an answer.
 * @throws AnswerTooLargeError
 */
export async function readLimited(response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the body, and with it the connection.
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLargeError(MAX_ANSWER_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
