import { Injectable, StreamableFile } from '@nestjs/common';
import { extensionOf, FILE_LIMITS, FILE_MESSAGES } from '@sitedesk/contract/files';
import type { FileZipDto } from '@sitedesk/contract/files.dto';
import { isId } from '@sitedesk/contract/rules';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { EntityManager } from 'typeorm';
import { ValidationProblem } from '../../platform/http/problem.js';
import { BlobStore } from './blob-store.js';
import { nameKey } from './file-rows.js';
import { SVG_TYPE } from './file-type.js';
import { pathsBelow } from './folder-rows.js';

interface ZippedFile {
  readonly folder_id: string | null;
  readonly name: string;
  readonly type: string;
  readonly hash: string;
  readonly size: string;
  readonly changed_at: Date;
}

/** Several files at once, as one archive. It is written while it is sent, one file after the other, and is never anywhere as a whole. */
@Injectable()
export class FileZipService {
  constructor(
    private readonly manager: EntityManager,
    private readonly store: BlobStore,
  ) {}

  /** @throws ValidationProblem when nothing is chosen, or too much */
  async zip(tenantId: string, chosen: FileZipDto, reply: FastifyReply): Promise<StreamableFile> {
    const [ids, roots] = [idsIn('files', chosen.files), idsIn('folders', chosen.folders)];
    if (ids.length + roots.length === 0) throw ValidationProblem.at('files', FILE_MESSAGES.nothingChosen);
    const paths = await pathsBelow(this.manager, tenantId, roots);
    const rows: ZippedFile[] = await this.manager.query(
      `SELECT CASE WHEN f.id = ANY($2::uuid[]) THEN NULL ELSE f.folder_id END AS folder_id, f.name, f.type, f.hash, f.size, f.changed_at
       FROM file f WHERE f.tenant_id = $1 AND f.trashed_at IS NULL AND (f.id = ANY($2::uuid[]) OR f.folder_id = ANY($3::uuid[]))
       ORDER BY f.name_key, f.id LIMIT ${FILE_LIMITS.bulk + 1}`,
      [tenantId, ids, [...paths.keys()]],
    );
    if (rows.length > FILE_LIMITS.bulk)
      throw ValidationProblem.at('folders', FILE_MESSAGES.tooManyZipped({ max: FILE_LIMITS.bulk }));
    const { ZipFile } = await import('yazl'); // nobody else needs it
    const archive = new ZipFile();
    const taken = new Map<string, number>();
    let isEnded = false;
    let current: Readable | undefined;
    for (const row of rows) {
      const path = row.folder_id === null ? [] : (paths.get(row.folder_id) ?? []);
      const options = { mtime: row.changed_at, compress: isCompressible(row.type), mode: 0o100644 };
      archive.addReadStreamLazy(freePath([...path, row.name], taken), options, (done) => {
        if (isEnded) return; // nobody reads the rest
        this.store.read(tenantId, row.hash).then(
          (content) => done(null, (current = content as Readable)), // a stream of `fs` is one
          (error: unknown) => done(error, Readable.from([])),
        );
      });
    }
    archive.end();
    const output = archive.outputStream as Readable; // it is one
    archive.on('error', (error) => output.destroy(error));
    output.on('close', () => {
      isEnded = true;
      current?.destroy();
    });
    reply.headers({
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="files.zip"',
      'X-Content-Type-Options': 'nosniff',
    });
    return new StreamableFile(output);
  }
}

/** What isn't packed already. */
const isCompressible = (type: string): boolean =>
  type.startsWith('text/') || type === SVG_TYPE || type === 'application/rtf' || type === 'audio/wav';

/** @throws ValidationProblem */
function idsIn(field: 'files' | 'folders', given: string | undefined): readonly string[] {
  const ids = (given ?? '').split(',').filter((each) => each !== '');
  if (!ids.every(isId))
    throw ValidationProblem.at(field, field === 'files' ? FILE_MESSAGES.noFile : FILE_MESSAGES.noFolder);
  return ids;
}

/** A path that nothing in the archive has, on computers that don't tell cases apart either. */
function freePath(path: readonly string[], taken: Map<string, number>): string {
  const folders = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  const extension = extensionOf(name) === '' ? '' : name.slice(-extensionOf(name).length - 1);
  const stem = name.slice(0, name.length - extension.length);
  const first = nameKey(path.join('/'));
  for (let number = taken.get(first) ?? 1; ; number += 1) {
    const tried = [...folders, number === 1 ? name : `${stem} (${number})${extension}`].join('/');
    taken.set(first, number + 1);
    if (number === 1) return tried;
    if (!taken.has(nameKey(tried))) {
      taken.set(nameKey(tried), 2);
      return tried;
    }
  }
}
