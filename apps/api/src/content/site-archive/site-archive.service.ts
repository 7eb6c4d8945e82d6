import { HttpStatus, Injectable, NotFoundException, StreamableFile } from '@nestjs/common';
import { type MessageCode, storedMessage, worded } from '@sitedesk/contract/messages';
import {
  SITE_ARCHIVE,
  SITE_ARCHIVE_TEXTS as TEXTS,
  type SiteArchive,
  type SiteArchiveFile,
  type SiteArchivePart,
} from '@sitedesk/contract/site-archive';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { newId } from '../../platform/core/id.js';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { ProblemException, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { seesAll } from '../articles/article-permissions.js';
import { BlobStore } from '../files/blob-store.js';
import { rangeOf } from '../site/byte-range.js';
import { ArchiveParts } from './archive-parts.js';
import { SITE_ARCHIVE_JOB } from './archive-runs.service.js';

const STATE = `SELECT a.part, a.done, a.total, a.error, a.error_code, a.archive, a.size, a.taken_at, a.expires_at,
    EXISTS (SELECT FROM job j WHERE j.tenant_id = $1 AND j.target = '${SITE_ARCHIVE_JOB}' AND j.state = 'queued') AS is_queued,
    EXISTS (SELECT FROM job j WHERE j.tenant_id = $1 AND j.target = '${SITE_ARCHIVE_JOB}' AND j.state = 'running') AS is_running
  FROM site_archive a WHERE a.tenant_id = $1`;
const PREPARE = `INSERT INTO site_archive AS a (tenant_id) VALUES ($1)
  ON CONFLICT (tenant_id) DO UPDATE SET part = NULL, error = NULL, error_code = NULL`;
const ADD_JOB = `INSERT INTO job (id, tenant_id, kind, target, data, state, created_at, next_attempt_at)
  SELECT $2, $1, '${SITE_ARCHIVE_JOB}', '${SITE_ARCHIVE_JOB}', '{}', 'queued', now(), now()
  WHERE NOT EXISTS (SELECT FROM job WHERE tenant_id = $1 AND target = '${SITE_ARCHIVE_JOB}' AND state IN ('queued', 'running'))
  RETURNING 1`;
const FIND = `SELECT archive, size FROM site_archive WHERE tenant_id = $1 AND archive IS NOT NULL AND expires_at > now()`;

interface StateRow {
  readonly part: SiteArchivePart | null;
  readonly done: string | null;
  readonly total: string | null;
  readonly error: string | null;
  readonly error_code: MessageCode | null;
  readonly archive: string | null;
  readonly size: string | null;
  readonly taken_at: Date | null;
  readonly expires_at: Date | null;
  readonly is_queued: boolean;
  readonly is_running: boolean;
}

/** The archive of a site for those who administer it: made in the background, kept for a day, and downloaded in parts. */
@Injectable()
export class SiteArchiveService {
  constructor(
    private readonly manager: EntityManager,
    private readonly store: BlobStore,
    private readonly auditLog: AuditLogService,
  ) {}

  async state(tenantId: string): Promise<SiteArchive> {
    const [row]: StateRow[] = await this.manager.query(STATE, [tenantId]);
    if (!row) return { state: 'idle', progress: null, file: null, ...worded('error', null) };
    const { part, done, total, error, error_code: code } = row;
    return {
      state: row.is_running ? 'running' : row.is_queued ? 'waiting' : 'idle',
      progress: row.is_running && part ? { part, done: Number(done), total: Number(total) } : null,
      file: fileOf(row),
      ...worded('error', error === null ? null : storedMessage(error, code)),
    };
  }

  /** Begins to make one. @throws ProblemException 403, WrongState while one is being made */
  async start(context: CallerContext): Promise<SiteArchive> {
    requireAll(context);
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      // Locks the row, so that of two people one begins.
      await manager.query(PREPARE, [tenantId]);
      const added: unknown[] = await manager.query(ADD_JOB, [tenantId, newId()]);
      if (added.length === 0) throw new WrongState(TEXTS.busy);
      await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.jobs, '']);
      await this.auditLog.record(context, { action: 'site.archive' }, manager);
    });
    return this.state(tenantId);
  }

  /**
   * The archive, or the part of it that a download goes on with.
   * @throws ProblemException 403, NotFoundException where there is none any longer, StoreAway
   */
  async download(
    context: CallerContext,
    asked: { readonly range: string | undefined; readonly ifRange: string | undefined },
    reply: FastifyReply,
  ): Promise<StreamableFile> {
    requireAll(context);
    const { tenantId } = context;
    const [found]: { archive: string; size: string }[] = await this.manager.query(FIND, [tenantId]);
    if (!found) throw new NotFoundException();
    const { archive } = found;
    const size = Number(found.size);
    const tag = `"${archive}"`;
    reply.headers({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${SITE_ARCHIVE.fileName}"`,
      'X-Content-Type-Options': 'nosniff',
      'Accept-Ranges': 'bytes',
      ETag: tag,
    });
    const isSame = asked.ifRange === undefined || asked.ifRange === tag;
    const range = isSame ? rangeOf(asked.range, size) : undefined;
    if (range === 'unsatisfiable') {
      reply.status(HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE).header('Content-Range', `bytes */${size}`);
      return new StreamableFile(Buffer.alloc(0));
    }
    await this.auditLog.record(context, { action: 'site.archive-download' });
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const octets = new ArchiveParts(this.store, tenantId, archive).read({ start, end });
    // Now, so that a store that is away is an answer and not half a file.
    const first = await octets.next();
    async function* all(): AsyncGenerator<Buffer> {
      if (!first.done) yield first.value;
      yield* octets;
    }
    if (range)
      reply.status(HttpStatus.PARTIAL_CONTENT).header('Content-Range', `bytes ${start}-${end}/${size}`);
    return new StreamableFile(Readable.from(all(), { objectMode: false }), { length: end - start + 1 });
  }
}

/** An archive has what is restricted, which is hidden from everyone else. @throws ProblemException 403 */
function requireAll({ caller }: CallerContext): void {
  if (!seesAll(caller))
    throw new ProblemException(HttpStatus.FORBIDDEN, 'permission-missing', TEXTS.administrators);
}

function fileOf({
  archive,
  size,
  taken_at: takenAt,
  expires_at: expiresAt,
}: StateRow): SiteArchiveFile | null {
  if (archive === null || !takenAt || !expiresAt || expiresAt.getTime() <= Date.now()) return null;
  return { size: Number(size), takenAt: takenAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
