import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of a file, in hexadecimal digits. */
export async function sha256Of(path: string): Promise<string> {
  return sha256OfStream(createReadStream(path, { highWaterMark: 1024 * 1024 }));
}

export async function sha256OfStream(content: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}
