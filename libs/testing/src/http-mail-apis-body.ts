import type { IncomingMessage } from 'node:http';

/** The whole body of a request, as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array)); // no encoding is set: octets
  return Buffer.concat(chunks).toString('utf8');
}
