import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { LocalContent } from '../../content/files/blob-store.js';
import { DeploymentRefused } from './deployment-refused.js';
import { shown } from './deployed-path.js';
import type { ZippedFile } from './zip-archive.js';

/** Of all files of a deployment, what was unpacked so far. */
export interface Unpacked {
  bytes: number;
}

/**
 * Unpacks one file to a path, and counts every octet that comes out, whatever the archive says.
 * @throws DeploymentRefused
 */
export async function unpackFile(file: ZippedFile, path: string, total: Unpacked): Promise<LocalContent> {
  const hash = createHash('sha256');
  let [size, check] = [0, 0];
  try {
    await pipeline(
      await file.open(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          total.bytes += chunk.length;
          if (total.bytes > LIMITS.unpacked)
            throw new DeploymentRefused(TEXTS.tooMuch({ max: LIMITS.unpacked }));
          hash.update(chunk);
          check = crc32(chunk, check);
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
  } catch (error) {
    // Of the disk; zlib's errors have a code as well, but come from no call of the system.
    if (error instanceof DeploymentRefused || (error instanceof Error && 'syscall' in error)) throw error;
    throw new DeploymentRefused(TEXTS.checksum({ path: shown(file.path) }));
  }
  if (size !== file.size || check !== file.crc32)
    throw new DeploymentRefused(TEXTS.checksum({ path: shown(file.path) }));
  return { path, size, sha256: hash.digest('hex') };
}
