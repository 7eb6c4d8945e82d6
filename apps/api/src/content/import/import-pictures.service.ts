import { Injectable } from '@nestjs/common';
import { FILE_TYPES } from '@sitedesk/contract/files';
import {
  IMPORT_LIMITS as LIMITS,
  IMPORT_MESSAGES as TEXTS,
  type ImportRun,
} from '@sitedesk/contract/imports';
import type { Message } from '@sitedesk/contract/messages';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { EntityManager } from 'typeorm';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { BlobStore } from '../files/blob-store.js';
import { sha256Of } from '../files/local-files.js';
import { UploadsService } from '../files/uploads.service.js';
import { type RunRow, STEPS } from './import-rows.js';
import { ImportStepsService } from './import-steps.service.js';
import { reasonOf } from './import-writer.service.js';
import { decoded } from './resolve-addresses.js';
import { RunFolderService } from './run-folder.service.js';

/** A request begins no more after this. */
const SLICE_MS = 2_000;
const AT_ONCE = 4;
/** Old addresses often lead to others once or twice. */
const REDIRECTS = 3;
const HEAD = 4_100;
/** Of an upload in one part. */
const WHOLE = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
} as const;

interface WaitingPicture {
  readonly address_hash: string;
  readonly address: string;
}

class NoPicture extends Error {
  constructor(readonly reason: Message) {
    super(reason.text);
  }
}

/**
 * Fetches pictures of other servers that documents show, before they are imported: with the guarded client, each address once, and
 * the same picture once. What failed stays noted, and can be tried again on its own.
 */
@Injectable()
export class ImportPicturesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly steps: ImportStepsService,
    private readonly outbound: OutboundService,
    private readonly store: BlobStore,
    private readonly uploads: UploadsService,
    private readonly folders: RunFolderService,
  ) {}

  /**
   * Fetches the next pictures. Once there is none left, what was checked is to be checked again.
   * @throws NotFoundException, PermissionMissing, ProblemException 409 when the import is being worked on
   */
  fetch(context: CallerContext, id: string): Promise<ImportRun> {
    const { tenantId, caller } = context;
    return this.steps.alone(context, id, async (run) => {
      if (!caller.permissions.has('files.manage')) throw new PermissionMissing('files.manage');
      const end = performance.now() + SLICE_MS;
      let isSome = false;
      for (;;) {
        const waiting = await this.waiting(tenantId, id);
        if (waiting.length === 0) break;
        isSome = true;
        await this.each(context, run, waiting);
        if (performance.now() > end) break;
      }
      if (isSome) await this.checkAgain(tenantId, id);
    });
  }

  /** Has those that failed wait again. @throws NotFoundException */
  async retry(context: CallerContext, id: string): Promise<ImportRun> {
    const { tenantId } = context;
    return this.steps.alone(context, id, async () => {
      await this.manager.query(
        `UPDATE import_picture SET state = 'waiting', reason = NULL WHERE tenant_id = $1 AND run_id = $2 AND state = 'failed'`,
        [tenantId, id],
      );
    });
  }

  private async waiting(tenantId: string, id: string): Promise<readonly WaitingPicture[]> {
    return this.manager.query(
      `SELECT p.address_hash, p.address FROM import_picture p
       LEFT JOIN file f ON f.tenant_id = p.tenant_id AND f.id = p.file_id AND f.trashed_at IS NULL
       WHERE p.tenant_id = $1 AND p.run_id = $2 AND p.state <> 'failed' AND f.id IS NULL ORDER BY p.address_hash LIMIT ${AT_ONCE}`,
      [tenantId, id],
    );
  }

  /** They arrive at the same time, and become files one after the other: the same picture becomes one. */
  private async each(
    context: CallerContext,
    run: RunRow,
    pictures: readonly WaitingPicture[],
  ): Promise<void> {
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    };
    await Promise.all(
      pictures.map(async ({ address, address_hash }) => {
        const note = (state: string, reason: Message | null, file: string | null): Promise<unknown> =>
          this.manager.query(
            `UPDATE import_picture SET state = $4, reason = $5, file_id = $6 WHERE tenant_id = $1 AND source_key = $2 AND address_hash = $3`,
            [context.tenantId, run.source_key, address_hash, state, reason && JSON.stringify(reason), file],
          );
        try {
          await this.store.withWorkFile(async (path) => {
            const name = await nameOf(await this.download(address, path), path);
            await note('fetched', null, await inTurn(() => this.keep(context, run, { path, name, address })));
          });
        } catch (error) {
          const reason =
            error instanceof NoPicture
              ? error.reason
              : error instanceof OutboundError
                ? error.fault
                : reasonOf(error);
          await note('failed', reason, null);
        }
      }),
    );
  }

  /** @returns the address where it was in the end @throws NoPicture, OutboundError */
  private async download(address: string, path: string): Promise<string> {
    let url = address;
    for (let hops = 0; hops <= REDIRECTS; hops += 1) {
      const { status, headers, body } = await this.open(url);
      if (status === 200) {
        await pipeline(body, createWriteStream(path, { mode: 0o600 }));
        return url;
      }
      body.destroy();
      const to = headers.location;
      if (status < 300 || status > 399 || to === undefined || !URL.canParse(to, url))
        throw new NoPicture(TEXTS.imageStatus({ status: String(status) }));
      url = new URL(to, url).href;
    }
    throw new NoPicture(TEXTS.imageRedirects);
  }

  /** What is linked to without encryption, and we refuse, is often there with it today. */
  private async open(url: string): ReturnType<OutboundService['open']> {
    const limits = { maxBytes: LIMITS.picture, totalMs: LIMITS.pictureMs, connectMs: LIMITS.pictureMs };
    return this.outbound.open({ url, guarded: true, limits }).catch((error: unknown) => {
      if (!(error instanceof OutboundError) || error.kind !== 'refused' || !/^http:/i.test(url)) throw error;
      return this.outbound.open({ url: url.replace(/^http:/i, 'https:'), guarded: true, limits });
    });
  }

  /** @returns ID of the file */
  private async keep(
    context: CallerContext,
    run: RunRow,
    { path, name, address }: { readonly path: string; readonly name: string; readonly address: string },
  ): Promise<string> {
    const { tenantId } = context;
    const [[same], { size }] = await Promise.all([
      this.manager.query(
        `SELECT id FROM file WHERE tenant_id = $1 AND hash = $2 AND kind = 'image' AND trashed_at IS NULL ORDER BY created_at, id LIMIT 1`,
        [tenantId, await sha256Of(path)],
      ) as Promise<{ readonly id: string }[]>, // the columns above
      stat(path),
    ]);
    if (same) return same.id;
    const { hostname } = new URL(address);
    const folder = await this.folders.inside(context, await this.folders.need(context, run), hostname);
    const { id } = await this.uploads.begin(context, { name, folder, length: size });
    await this.uploads.receive(context, id, WHOLE, createReadStream(path));
    return id;
  }

  /** What was decided without these pictures is decided again. */
  private async checkAgain(tenantId: string, id: string): Promise<void> {
    await this.manager.transaction(async (manager) => {
      await manager.query(
        `UPDATE import_run SET state = 'open', report_hash = NULL, processed = 0 WHERE tenant_id = $1 AND id = $2 AND state IN ('open', 'checked')`,
        [tenantId, id],
      );
      await manager.query(
        `UPDATE import_item SET step = ${STEPS.read}, outcome = NULL, plan = NULL WHERE tenant_id = $1 AND run_id = $2 AND step = ${STEPS.checked}
           AND EXISTS (SELECT FROM import_run WHERE tenant_id = $1 AND id = $2 AND state = 'open')`,
        [tenantId, id],
      );
    });
  }
}

/** By its content and its address: other servers say what they like. @throws NoPicture */
async function nameOf(address: string, path: string): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type/core');
  const found = await fileTypeFromBuffer(await headOf(path)).catch(() => undefined);
  const last = decoded(new URL(address).pathname.split('/').at(-1) ?? '');
  const [, stem = '', given = ''] = /^(.*?)(?:\.([a-z0-9]{1,5}))?$/i.exec(last) ?? [];
  const isSvg = (found === undefined || found.ext === 'xml') && given.toLowerCase() === 'svg';
  const extension = isSvg ? 'svg' : (found?.ext ?? '');
  if (FILE_TYPES[extension]?.kind !== 'image') throw new NoPicture(TEXTS.imageType);
  const clean = stem.replaceAll(/[\p{C}/\\:*?"<>|]+/gu, '-').replaceAll(/^[\s.]+|[\s.]+$/g, '');
  return `${[...clean].slice(0, 80).join('') || 'picture'}.${extension}`;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
