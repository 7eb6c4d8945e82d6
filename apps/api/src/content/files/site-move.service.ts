import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { storedCode } from '@sitedesk/contract/messages';
import { SITE_STORAGE_TEXTS as TEXTS, type StorageProblem } from '@sitedesk/contract/site-storage';
import { EntityManager } from 'typeorm';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { hashToken } from '../../platform/core/tokens.js';
import { isUnavailable } from '../../platform/database/sql.js';
import type { Attempt, Job } from '../../platform/jobs/job-kind.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { blobKey, BlobStore, getFrom, StoreAway } from './blob-store.js';
import { type BucketProblem, bucketProblem, heldFor } from './bucket-problems.js';
import { copyObject, removeUnlessKnown, WrongContent } from './copy-object.js';
import { sha256OfStream } from './local-files.js';
import { codeOf, type ObjectStore, StoreError } from './object-store.js';
import { FIND_STORAGE, type SiteStorageRow, STORAGE_MOVE } from './site-storage-rows.js';
import { type PlacedRow, SiteStores } from './site-stores.js';
import { forEach, isKnown, type KnownContent, namesOf } from './stored-contents.js';

/** Contents that are moved at a time, and after how many it is noted. */
const AT_ONCE = 4;
const BATCH = 20;
/** Contents that can't be moved and are named. */
const NAMED = 100;
/** A large site, and a slow bucket. */
const ATTEMPT_SECONDS = 6 * 3_600;
/** Another instance is moving the files. */
const BUSY_SECONDS = 3;

/** Takes over from a run whose job is no longer under way; from a former attempt of this one, too. */
const CLAIM = `UPDATE site_storage s SET run = $2, job = $3, error = NULL, error_code = NULL,
    total_contents = t.contents, total_bytes = t.bytes
  FROM (SELECT count(*) AS contents, coalesce(sum(size), 0) AS bytes FROM blob WHERE tenant_id = $1) t
  WHERE s.tenant_id = $1 AND s.state <> 'settled' AND (s.run IS NULL OR s.job = $3
    OR NOT EXISTS (SELECT FROM job j WHERE j.tenant_id = $1 AND j.id = s.job AND j.state = 'running'))
  RETURNING 1`;
const NEXT = `SELECT hash, size::text AS size FROM blob WHERE tenant_id = $1 AND hash > $2 ORDER BY hash LIMIT ${BATCH}`;
const NOTE = `UPDATE site_storage SET cursor = $3, contents = contents + $4, bytes = bytes + $5, problems = $6
  WHERE tenant_id = $1 AND run = $2`;
const MOVED = `UPDATE site_storage SET state = 'clearing' WHERE tenant_id = $1 AND run = $2`;
const SETTLE = `UPDATE site_storage SET state = 'settled', former = NULL, former_place = NULL, run = NULL, finished_at = now(), leftover = $3
  WHERE tenant_id = $1 AND run = $2`;
const FAIL = `UPDATE site_storage SET run = NULL, error = $3, error_code = $4::jsonb WHERE tenant_id = $1 AND run = $2`;

/** Another run has begun, or files go elsewhere now. */
class Superseded extends Error {}

/** Contents are missing or damaged where they should be moved from. */
class NotMoved extends Error {}

/** What one run moves, and from where to where. */
interface Move {
  readonly tenantId: string;
  readonly run: string;
  readonly to: ObjectStore;
  readonly from: readonly ObjectStore[];
}

/**
 * Moves the files of a site to where it wants them. New files go there from the beginning; what isn't there yet is read where it was.
 * Each content is compared by its hash where it arrives, and how far it came is noted, so that a run which is cut off goes on. Only when
 * everything is there, it's deleted where it was.
 */
@Injectable()
export class SiteMoveService implements OnModuleInit {
  constructor(
    private readonly manager: EntityManager,
    private readonly blobs: BlobStore,
    private readonly sites: SiteStores,
    private readonly jobs: JobsService,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      kind: STORAGE_MOVE,
      target: { name: STORAGE_MOVE, fingerprint: (tenantId) => this.fingerprint(tenantId) },
      attemptSeconds: ATTEMPT_SECONDS,
      run: (job) => this.run(job),
    });
  }

  private async run({ id, tenantId }: Job): Promise<Attempt> {
    const run = newId();
    const [, claimed]: [unknown[], number] = await this.manager.query(CLAIM, [tenantId, run, id]);
    const row = await this.find(tenantId);
    if (!row || row.state === 'settled') return { outcome: 'done' };
    if (claimed === 0) return { outcome: 'retry', retryInSeconds: BUSY_SECONDS, uncounted: true };
    try {
      if (row.state === 'moving') await this.move(tenantId, run, row);
      const leftover = await this.clear(tenantId, row);
      await this.note(SETTLE, [tenantId, run, leftover]);
      return { outcome: 'done' };
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (error instanceof Superseded) return { outcome: 'done' };
      return this.failed(tenantId, run, error);
    }
  }

  private async move(tenantId: string, run: string, row: SiteStorageRow): Promise<void> {
    const { stores } = await this.sites.of(tenantId);
    const [to, ...from] = stores;
    const move: Move = { tenantId, run, to, from };
    const again = new Set(row.problems.map(({ hash }) => hash));
    let problems = await this.moveAgain(move, row.problems);
    await this.note(NOTE, [tenantId, run, row.cursor, 0, 0, JSON.stringify(problems)]);
    let { cursor } = row;
    for (;;) {
      const found: { hash: string; size: string }[] = await this.manager.query(NEXT, [tenantId, cursor]);
      const last = found.at(-1);
      if (!last) break;
      const batch = found.map(({ hash, size }) => ({ hash, size: Number(size) }));
      const added = await this.moveBatch(
        move,
        batch.filter(({ hash }) => !again.has(hash)),
      );
      problems = [...problems, ...added].slice(0, NAMED);
      cursor = last.hash;
      const bytes = batch.reduce((sum, { size }) => sum + size, 0);
      await this.note(NOTE, [tenantId, run, cursor, batch.length, bytes, JSON.stringify(problems)]);
    }
    for (const store of from) await this.moveVariants(move, store);
    if (problems.length > 0) throw new NotMoved();
    await this.note(MOVED, [tenantId, run]);
  }

  /** @returns those that still can't be moved */
  private async moveAgain(
    move: Move,
    problems: readonly StorageProblem[],
  ): Promise<readonly StorageProblem[]> {
    const contents: { hash: string; size: string }[] = await this.manager.query(
      'SELECT hash, size::text AS size FROM blob WHERE tenant_id = $1 AND hash = ANY($2)',
      [move.tenantId, problems.map(({ hash }) => hash)],
    );
    return this.moveBatch(
      move,
      contents.map(({ hash, size }) => ({ hash, size: Number(size) })),
    );
  }

  /** @returns those that can't be moved */
  private async moveBatch(move: Move, contents: readonly KnownContent[]): Promise<readonly StorageProblem[]> {
    const problems: StorageProblem[] = [];
    await forEach(each(contents), AT_ONCE, async (content) => {
      const problem = await this.moveContent(move, content);
      if (problem) problems.push(problem);
    });
    return problems;
  }

  private async moveContent(
    { tenantId, to, from }: Move,
    { hash, size }: KnownContent,
  ): Promise<StorageProblem | undefined> {
    const key = blobKey(tenantId, hash);
    // A former run may have been cut off before it compared it.
    if ((await to.size(key)) === size && (await sha256OfStream(await to.get(key))) === hash) return undefined;
    const content = await getFrom(from, key);
    try {
      if (!content) throw new WrongContent();
      await copyObject(this.blobs, content, to, key, hash);
    } catch (error) {
      if (!(error instanceof WrongContent)) throw error;
      if (!(await isKnown(this.manager, tenantId, hash))) return undefined; // deleted in the meantime
      const [name = hash] = await namesOf(this.manager, tenantId, hash);
      return { hash, name, problem: content ? 'damaged' : 'missing' };
    }
    await removeUnlessKnown(this.manager, this.blobs, tenantId, hash);
    return undefined;
  }

  /** Pictures that were made of others needn't be made again. */
  private async moveVariants({ tenantId, to }: Move, from: ObjectStore): Promise<void> {
    await forEach(from.list(`${tenantId}/variants/`), AT_ONCE, async ({ key, size }) => {
      const hash = key.split('/').at(-2) ?? '';
      if ((await to.size(key)) === size || !(await isKnown(this.manager, tenantId, hash))) return;
      const content = await getFrom([from], key);
      if (!content) return;
      await copyObject(this.blobs, content, to, key);
      await removeUnlessKnown(this.manager, this.blobs, tenantId, hash);
    });
  }

  /** @returns the bucket where files couldn't be deleted; what is left in the storage of the server is tried again */
  private async clear(
    tenantId: string,
    { former, former_place: place }: SiteStorageRow,
  ): Promise<string | null> {
    try {
      for (const store of (await this.sites.of(tenantId)).former) {
        await store.removeAll(`${tenantId}/blobs/`);
        await store.removeAll(`${tenantId}/variants/`);
      }
      return null;
    } catch (error) {
      if (former === null || !bucketProblem(error)) throw error;
      this.log.warn({ event: 'storage.not_cleared', tenant: tenantId, err: error });
      return place;
    }
  }

  /** @throws Superseded */
  private async note(statement: string, values: readonly unknown[]): Promise<void> {
    const [, noted]: [unknown[], number] = await this.manager.query(statement, [...values]);
    if (noted === 0) throw new Superseded();
  }

  private async failed(tenantId: string, run: string, error: unknown): Promise<Attempt> {
    const problem = this.problemOf(tenantId, error);
    const { text: reason } = problem;
    await this.manager.query(FAIL, [tenantId, run, reason.text, storedCode(reason)]);
    return heldFor(problem, await this.fingerprint(tenantId));
  }

  private problemOf(tenantId: string, error: unknown): BucketProblem {
    if (error instanceof NotMoved) return { text: TEXTS.problems, isFinal: true };
    const cause = error instanceof StoreAway ? error.cause : error;
    const problem = bucketProblem(cause);
    if (problem) return problem;
    if (cause instanceof StoreError || codeOf(cause) !== undefined)
      return { text: TEXTS.serverAway, isFinal: false };
    this.log.error({ event: 'storage.move_failed', tenant: tenantId, err: error });
    return { text: TEXTS.internal, isFinal: false };
  }

  private async fingerprint(tenantId: string): Promise<string | undefined> {
    const row: PlacedRow | undefined = await this.find(tenantId);
    return row && hashToken([row.location, row.former].join(' '));
  }

  private async find(tenantId: string): Promise<SiteStorageRow | undefined> {
    const [row]: SiteStorageRow[] = await this.manager.query(FIND_STORAGE, [tenantId]);
    return row;
  }
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
