import { answered, jsonOf, recover, refusalIn } from './http';
import { Problem } from './problem';

/**
 * Reads what the server makes while it sends it.
 * @param path below `/editor`, beginning with a slash
 * @param onProgress hears how many bytes have arrived
 * @throws Problem for every refusal, and when it breaks off
 */
export async function readBytes(
  path: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const response = await answered(signal, path, {});
  if (!response.ok) {
    const refusal = refusalIn(response, await jsonOf(response));
    if (await recover(refusal)) return readBytes(path, signal, onProgress);
    throw refusal;
  }
  let bytes = 0;
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onProgress((bytes += chunk.byteLength));
        controller.enqueue(chunk);
      },
    }),
  );
  const type = response.headers.get('Content-Type') ?? '';
  return new Response(counted, { headers: { 'Content-Type': type } }).blob().catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new Problem(0, { detail: 'offline' }, '');
  });
}
