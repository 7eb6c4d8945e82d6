import { type Message, worded } from '@sitedesk/contract/messages';
import {
  SITE_STORAGE_TEXTS as TEXTS,
  STORAGE_CHECK_STEPS,
  type StorageCheckResult,
  type StorageCheckStep,
} from '@sitedesk/contract/site-storage';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import type { BlobStore } from './blob-store.js';
import { bucketProblem } from './bucket-problems.js';
import { type ObjectStore, StoreError, type StoreProblem } from './object-store.js';

/** What failed, and why. */
export interface BucketFailure {
  readonly step: StorageCheckStep;
  readonly reason: Message;
}

/** Steps that a request shows to be the problem, whatever it was for. */
const STEPS: Readonly<Partial<Record<StoreProblem, StorageCheckStep>>> = {
  'unknown-key': 'credentials',
  'wrong-secret': 'credentials',
  'no-bucket': 'bucket',
  'wrong-region': 'bucket',
  clock: 'clock',
};

/**
 * Uses a bucket as files do: lists it, and writes, reads and deletes a small object. Nothing is left there, unless it can't be deleted.
 * @param during is called while the object is there, with its key
 * @returns undefined if all that works
 */
export async function tryBucket(
  blobs: BlobStore,
  store: ObjectStore,
  during: (key: string) => Promise<void> = async () => undefined,
): Promise<BucketFailure | undefined> {
  const content = randomUUID();
  const key = `check/${content}`;
  const list = async (): Promise<void> => {
    for await (const _found of store.list('check/')) return;
  };
  const write = async (path: string): Promise<void> => {
    await writeFile(path, content);
    await store.put(key, { path, size: content.length });
  };
  const read = async (): Promise<void> => {
    if ((await text(await store.get(key))) !== content)
      throw new StoreError('away', TEXTS.otherContent.text, { reason: TEXTS.otherContent.text });
    await during(key);
  };
  const listed = await failureOf('list', list());
  if (listed) return listed;
  let written: BucketFailure | undefined;
  await blobs.withWorkFile(async (path) => {
    written = await failureOf('write', write(path));
  });
  if (written) return written;
  let failure: BucketFailure | undefined;
  try {
    failure = await failureOf('read', read());
  } finally {
    const deleted = await failureOf('delete', store.remove(key));
    failure ??= deleted;
  }
  return failure;
}

/** As the steps of a check. */
export function stepsOf(failure: BucketFailure | undefined): readonly StorageCheckResult[] {
  const place = failure ? STORAGE_CHECK_STEPS.indexOf(failure.step) : STORAGE_CHECK_STEPS.length;
  return STORAGE_CHECK_STEPS.map((step, index) => ({
    step,
    outcome: index < place ? 'ok' : index === place ? 'failed' : 'skipped',
    ...worded('detail', index === place ? failure?.reason : null),
  }));
}

async function failureOf(step: StorageCheckStep, work: Promise<unknown>): Promise<BucketFailure | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    const problem = bucketProblem(error);
    if (!problem) throw error;
    return { step: shownBy(error) ?? step, reason: problem.text };
  }
}

/** Undefined where only the step itself failed. */
function shownBy(error: unknown): StorageCheckStep | undefined {
  if (!(error instanceof StoreError)) return undefined;
  if (error.cause instanceof OutboundError) return error.cause.kind === 'dns' ? 'dns' : 'connect';
  return STEPS[error.problem];
}
