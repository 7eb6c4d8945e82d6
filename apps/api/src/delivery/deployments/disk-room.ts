import { HttpStatus } from '@nestjs/common';
import { DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreAway } from '../../content/files/blob-store.js';
import { codeOf } from '../../content/files/object-store.js';
import { DeploymentRefused } from './deployment-refused.js';

/** Disk that an upload takes, as a multiple of its size. */
const ROOM = 3;

/** @param path of a file to come @throws DeploymentRefused 507 */
export async function requireDisk(path: string, length: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < length * ROOM) throw diskFull();
}

/** Has a disk that becomes full answered as such. @throws DeploymentRefused 507, and what the work throws */
export async function withDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreAway && codeOf(error.cause) === 'ENOSPC') throw diskFull();
    throw error;
  }
}

const diskFull = (): DeploymentRefused =>
  new DeploymentRefused(TEXTS.diskFull, HttpStatus.INSUFFICIENT_STORAGE);
