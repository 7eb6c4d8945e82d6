type Bytes = Uint8Array<ArrayBuffer>;
type Reader = ReadableStreamDefaultReader<Bytes>;

/**
 * Octets of an answer that is passed on only once it is there whole: the script and every contact result are smaller. So
 * a backend that breaks off in one of these is a 503 and not half an answer.
 */
const WHOLE_BODY_BYTES = 16 * 1024;

/**
 * Octets that must have arrived before an answer is passed on. The rest is streamed.
 * @param contentLength the header of the answer
 */
export function bytesToAwait(contentLength: string | null | undefined): number {
  const declared = Number(contentLength ?? NaN);
  return declared <= WHOLE_BODY_BYTES ? declared : 1;
}

/**
 * The body as soon as as much of it is there as {@link bytesToAwait} says. Too late is it for a 503 only afterwards.
 * @throws whatever broke the stream
 */
export async function begunBody({ body, headers }: Response): Promise<Response['body'] | Bytes> {
  if (body === null) return null;
  const reader = body.getReader();
  const awaited = bytesToAwait(headers.get('content-length'));
  const chunks: Bytes[] = [];
  for (let received = 0; received < awaited;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks);
    chunks.push(value);
    received += value.byteLength;
  }
  return awaited > 1 ? joined(chunks) : resumed(chunks, reader);
}

function joined(chunks: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** A stream of the chunks that have been read already and of those that the reader still has to read. */
function resumed(chunks: Bytes[], reader: Reader): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const chunk = chunks.shift() ?? (await reader.read()).value;
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
