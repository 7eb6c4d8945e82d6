import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  type DeploymentProgress,
  DEPLOYMENT_LIMITS as LIMITS,
  DEPLOYMENT_MESSAGES as TEXTS,
  type DeploymentState,
  INCOMPLETE,
} from '@sitedesk/contract/deployments';
import type { StartDeploymentDto } from '@sitedesk/contract/deployments.dto';
import type { Message } from '@sitedesk/contract/messages';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { EntityManager } from 'typeorm';
import { BlobStore, type LocalContent } from '../../content/files/blob-store.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { ProblemException } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApplicationsService } from './applications.service.js';
import { type Deployer, InvalidDeployKey } from './deploy-keys.service.js';
import { type DeployedFile, DeploymentContentsService } from './deployment-contents.service.js';
import { DeploymentPreviewsService } from './deployment-previews.service.js';
import { DeploymentRefused } from './deployment-refused.js';
import { DeploymentsService, productOf } from './deployments.service.js';
import { requireDisk, withDisk } from './disk-room.js';
import { digestOf, filesOfManifest } from './manifest.js';

interface ProgressRow {
  readonly number: number;
  readonly state: DeploymentState;
  readonly draft: boolean;
  readonly manifest: string | null;
  readonly lease: string | null;
  readonly leased_until: Date | null;
  readonly path: string;
  readonly files: number;
  readonly bytes: string;
  readonly new_bytes: string;
  readonly warnings: readonly Message[];
  readonly failure: Message | null;
}

const FIND = `SELECT d.number, d.state, d.draft, d.manifest, d.lease, d.leased_until, a.path, d.files, d.bytes, d.new_bytes, d.warnings, d.failure
  FROM deployment d JOIN article a ON a.tenant_id = d.tenant_id AND a.number = d.article_number
  WHERE d.tenant_id = $1 AND d.article_number = $2`;
const HELD = `now() + make_interval(mins => ${LIMITS.uploadMinutes})`;

/**
 * Deployments by a list of files. Everything can be repeated: the same list continues the deployment that it began, a content that has
 * arrived isn't read again, and finishing twice takes live once. What has arrived is there for the next attempt.
 *
 * A key learns of the contents of its own application only: that the site has a file elsewhere is nothing that it is told.
 */
@Injectable()
export class ManifestDeploymentsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly applications: ApplicationsService,
    private readonly deployments: DeploymentsService,
    private readonly contents: DeploymentContentsService,
    private readonly previews: DeploymentPreviewsService,
    private readonly store: BlobStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Begins a deployment, or continues the one that the same list, or the same `Idempotency-Key`, has begun.
   * @throws DeploymentRefused, InvalidDeployKey for another application than the key's
   */
  async start(
    context: RequestContext,
    deployer: Deployer,
    input: StartDeploymentDto,
    idempotencyKey: string | undefined,
  ): Promise<DeploymentProgress> {
    const { tenantId } = context;
    const { article } = deployer;
    if (input.article !== undefined && input.article !== article) throw new InvalidDeployKey();
    if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,100}$/.test(idempotencyKey))
      throw new DeploymentRefused(TEXTS.idempotencyKey({ max: LIMITS.idempotencyKey.max }));
    const files = filesOfManifest(input);
    const draft = input.draft === true;
    const digest = digestOf(files, draft);
    const number = await this.manager.transaction(async (manager) => {
      await this.applications.lock(manager, productOf(context), article);
      const begun = await this.findBegun(manager, tenantId, article, digest, idempotencyKey);
      if (begun !== undefined) return begun;
      await this.endOldest(manager, tenantId, article);
      const next = await this.deployments.nextNumber(manager, tenantId, article);
      await manager.query(
        `INSERT INTO deployment (tenant_id, article_number, number, state, by, commit, message, created_at, lease, leased_until, draft, manifest,
           idempotency_key, files, bytes)
         VALUES ($1, $2, $3, 'uploading', $4, $5, $6, $7, $8, ${HELD}, $9, $10, $11, $12, $13)`,
        [
          tenantId,
          article,
          next,
          context.actor.label,
          input.commit ?? null,
          input.message ?? null,
          new Date(this.clock.now()),
          newId(),
          draft,
          digest,
          idempotencyKey ?? null,
          files.length,
          files.reduce((sum, { size }) => sum + size, 0),
        ],
      );
      await addManifest(manager, tenantId, article, next, files);
      return next;
    });
    return this.get(context, deployer, number);
  }

  private async findBegun(
    manager: EntityManager,
    tenantId: string,
    article: number,
    digest: string,
    idempotencyKey: string | undefined,
  ): Promise<number | undefined> {
    const [named]: { number: number; manifest: string | null }[] = await manager.query(
      'SELECT number, manifest FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND idempotency_key = $3',
      [tenantId, article, idempotencyKey ?? null],
    );
    if (named && named.manifest !== digest)
      throw new DeploymentRefused(TEXTS.keyReused, HttpStatus.CONFLICT, PROBLEM_CODES.conflict);
    if (named) return named.number;
    const [same]: { number: number }[] = await manager
      .query(
        `UPDATE deployment SET leased_until = ${HELD}, idempotency_key = coalesce(idempotency_key, $4) WHERE (tenant_id, article_number, number) = (
         SELECT tenant_id, article_number, number FROM deployment
         WHERE tenant_id = $1 AND article_number = $2 AND state = 'uploading' AND manifest = $3 ORDER BY number DESC LIMIT 1
       ) RETURNING number`,
        [tenantId, article, digest, idempotencyKey ?? null],
      )
      .then(([rows]: [{ number: number }[], number]) => rows);
    return same?.number;
  }

  /** Attempts that were cut off hold up nothing, and nobody has to end them. */
  private async endOldest(manager: EntityManager, tenantId: string, article: number): Promise<void> {
    const oldest: { number: number }[] = await manager.query(
      `SELECT number FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND state = 'uploading'
       ORDER BY number DESC OFFSET ${LIMITS.unfinished - 1} FOR UPDATE`,
      [tenantId, article],
    );
    for (const { number } of oldest) await endUpload(manager, tenantId, article, number, TEXTS.replaced);
  }

  /** @throws NotFoundException */
  async get(
    { tenantId }: RequestContext,
    { article }: Deployer,
    number: number,
  ): Promise<DeploymentProgress> {
    const row = await this.find(tenantId, article, number);
    const missing: { hash: string }[] =
      row.state !== 'uploading'
        ? []
        : await this.manager.query(
            `SELECT DISTINCT hash FROM deployment_manifest WHERE tenant_id = $1 AND article_number = $2 AND deployment = $3 AND NOT received
             ORDER BY hash`,
            [tenantId, article, number],
          );
    const previews = await this.previews.urls(tenantId, article, [row]);
    return {
      deployment: number,
      state: row.state,
      live: row.state === 'live',
      path: `${row.path}/`,
      preview: previews.get(number) ?? null,
      files: row.files,
      bytes: Number(row.bytes),
      newBytes: Number(row.new_bytes),
      missing: missing.map(({ hash }) => hash),
      expiresAt: row.state === 'uploading' ? (row.leased_until?.toISOString() ?? null) : null,
      warnings: row.warnings,
      failure: row.failure,
    };
  }

  /**
   * Stores a content of the list. Nothing stays of one that isn't what the list says.
   * @returns false if it was there already
   * @throws NotFoundException, DeploymentRefused, ProblemException 409 once the deployment is over
   */
  async receive(
    context: RequestContext,
    { article }: Deployer,
    number: number,
    hash: string,
    { body, length }: { readonly body: AsyncIterable<Buffer>; readonly length: number | undefined },
  ): Promise<boolean> {
    const { tenantId } = context;
    const { state, failure } = await this.find(tenantId, article, number);
    const [wanted]: { size: string; received: boolean }[] = await this.manager.query(
      `SELECT size, received FROM deployment_manifest WHERE tenant_id = $1 AND article_number = $2 AND deployment = $3 AND hash = $4 LIMIT 1`,
      [tenantId, article, number, hash],
    );
    if (state !== 'uploading') throw isOver(failure);
    if (!wanted) throw new NotFoundException();
    if (wanted.received) return false;
    const size = Number(wanted.size);
    if (length !== undefined && length !== size) throw wrongContent();
    await withDisk(() =>
      this.store.withWorkFile(async (path) => {
        await requireDisk(path, size);
        const content = await receiveContent(body, path, size);
        if (content.sha256 !== hash) throw wrongContent();
        await this.store.keep(tenantId, content);
        try {
          await this.noteReceived(tenantId, article, number, { path: '', hash, size });
        } catch (error) {
          await this.contents.forget(this.manager, tenantId, [{ path: '', hash, size }]);
          throw error;
        }
      }),
    );
    return true;
  }

  private async noteReceived(
    tenantId: string,
    article: number,
    number: number,
    file: DeployedFile,
  ): Promise<void> {
    await this.manager.transaction(async (manager) => {
      const held: unknown[] = await manager.query(
        `SELECT 1 FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND number = $3 AND state = 'uploading' FOR UPDATE`,
        [tenantId, article, number],
      );
      if (held.length === 0) throw isOver(null);
      const added = await this.contents.add(manager, tenantId, [file], new Date(this.clock.now()));
      await manager.query(
        `UPDATE deployment_manifest SET received = true WHERE tenant_id = $1 AND article_number = $2 AND deployment = $3 AND hash = $4`,
        [tenantId, article, number, file.hash],
      );
      await manager.query(
        `UPDATE deployment SET leased_until = ${HELD}, new_bytes = new_bytes + $4 WHERE tenant_id = $1 AND article_number = $2 AND number = $3`,
        [tenantId, article, number, added],
      );
    });
  }

  /**
   * Takes a deployment live, or leaves it ready. Repeated, it answers as the first time and changes nothing.
   * @throws NotFoundException, DeploymentRefused, ProblemException 409 with what is missing, or when a newer one is live
   */
  async finish(context: RequestContext, deployer: Deployer, number: number): Promise<DeploymentProgress> {
    const { tenantId } = context;
    const { article } = deployer;
    const row = await this.find(tenantId, article, number);
    if (row.state === 'live' || row.state === 'ready') return this.get(context, deployer, number);
    if (row.state !== 'uploading' || row.lease === null) throw isOver(row.failure);
    const { missing } = await this.get(context, deployer, number);
    if (missing.length > 0)
      throw new ProblemException(
        HttpStatus.CONFLICT,
        INCOMPLETE,
        TEXTS.incomplete({ count: missing.length }),
        { missing },
      );
    const files: DeployedFile[] = await this.manager.query(
      `SELECT path, hash, size::integer AS size FROM deployment_manifest WHERE tenant_id = $1 AND article_number = $2 AND deployment = $3`,
      [tenantId, article, number],
    );
    const begun = { article, number, lease: row.lease };
    try {
      await this.deployments.finish(context, deployer, begun, { files, warnings: [] });
    } catch (error) {
      // Two that finish at once: the other one was first.
      const now = await this.find(tenantId, article, number);
      if (now.state !== 'live' && now.state !== 'ready') {
        // What another attempt can't change.
        if (error instanceof DeploymentRefused && error.getStatus() < 500)
          await this.fail(context, begun, error.reason);
        throw error;
      }
    }
    return this.get(context, deployer, number);
  }

  /** Ends an unfinished deployment; one that has ended stays so. @throws NotFoundException, ProblemException 409 for a whole one */
  async end(context: RequestContext, { article }: Deployer, number: number): Promise<void> {
    const { state } = await this.find(context.tenantId, article, number);
    if (state === 'failed') return;
    if (state !== 'uploading') throw isOver(null);
    await this.fail(context, { article, number }, TEXTS.abandoned);
  }

  private async fail(
    { tenantId }: RequestContext,
    { article, number }: { readonly article: number; readonly number: number },
    failure: Message,
  ): Promise<void> {
    await this.manager.transaction((manager) => endUpload(manager, tenantId, article, number, failure));
  }

  private async find(tenantId: string, article: number, number: number): Promise<ProgressRow> {
    const [row]: ProgressRow[] = await this.manager.query(
      `${FIND} AND d.number = $3 AND d.manifest IS NOT NULL`,
      [tenantId, article, number],
    );
    if (!row) throw new NotFoundException();
    return row;
  }
}

/** What the application has already counts as received, and can't be removed from here on. */
async function addManifest(
  manager: EntityManager,
  tenantId: string,
  article: number,
  number: number,
  files: readonly DeployedFile[],
): Promise<void> {
  await manager.query('INSERT INTO storage_total (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [tenantId]);
  // What removes contents waits here, and finds them in use.
  await manager.query('SELECT 1 FROM storage_total WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
  await manager.query(
    `INSERT INTO deployment_manifest (tenant_id, article_number, deployment, path, hash, size, received)
     SELECT $1, $2, $3, x.path, x.hash, x.size,
       EXISTS (SELECT FROM deployment_file f WHERE f.tenant_id = $1 AND f.hash = x.hash AND f.size = x.size AND f.article_number = $2)
       OR EXISTS (SELECT FROM deployment_manifest m WHERE m.tenant_id = $1 AND m.hash = x.hash AND m.size = x.size AND m.article_number = $2
         AND m.received AND EXISTS (SELECT FROM blob b WHERE b.tenant_id = $1 AND b.hash = x.hash))
     FROM json_to_recordset($4) AS x (path text, hash text, size bigint)`,
    [tenantId, article, number, JSON.stringify(files)],
  );
}

/** Ends an upload for a reason; what it has brought goes unless something else has it. */
export async function endUpload(
  manager: EntityManager,
  tenantId: string,
  article: number,
  number: number,
  failure: Message,
): Promise<void> {
  await manager.query(
    `UPDATE deployment SET state = 'failed', failure = $4, lease = NULL
     WHERE tenant_id = $1 AND article_number = $2 AND number = $3 AND state = 'uploading'`,
    [tenantId, article, number, JSON.stringify(failure)],
  );
  await manager.query(
    `DELETE FROM deployment_manifest m USING deployment d WHERE m.tenant_id = $1 AND m.article_number = $2 AND m.deployment = $3
       AND d.tenant_id = m.tenant_id AND d.article_number = m.article_number AND d.number = m.deployment AND d.state = 'failed'`,
    [tenantId, article, number],
  );
}

async function receiveContent(
  body: AsyncIterable<Buffer>,
  path: string,
  expected: number,
): Promise<LocalContent> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > expected) throw wrongContent();
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  if (size !== expected) throw wrongContent();
  return { path, size, sha256: hash.digest('hex') };
}

const wrongContent = (): DeploymentRefused =>
  new DeploymentRefused(TEXTS.wrongContent, HttpStatus.UNPROCESSABLE_ENTITY);

const isOver = (failure: Message | null): ProblemException =>
  new ProblemException(HttpStatus.CONFLICT, PROBLEM_CODES.wrongState, failure ?? TEXTS.abandoned);
