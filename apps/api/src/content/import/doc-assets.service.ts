import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import {
  type DocAsset,
  DOCS_IMPORT_LIMITS as LIMITS,
  DOCS_IMPORT_MESSAGES as TEXTS,
} from '@sitedesk/contract/docs-import';
import { externalIdOf, IMPORT_LIMITS } from '@sitedesk/contract/imports';
import { isStorable } from '@sitedesk/contract/rules';
import { characters, normaliseLine } from '@sitedesk/contract/text';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EntityManager } from 'typeorm';
import { atMost } from '../../platform/core/at-most.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { allowSlowBody } from '../../platform/http/body-pace.js';
import { BodyAbortedException } from '../../platform/http/json-body.js';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { BlobStore } from '../files/blob-store.js';
import { mediaPath, nameKey } from '../files/file-rows.js';
import { FoldersService } from '../files/folders.service.js';
import { WHOLE_FILE } from '../files/tus.js';
import { UploadsService } from '../files/uploads.service.js';

/** What a form has besides its file. */
const FORM_BYTES = 65_536;

/** Pictures and other files of documents, in a folder of the file library. */
@Injectable()
export class DocAssetsService {
  /** Two of the same folder would each make it. */
  private readonly oneByOne = atMost(1);

  constructor(
    private readonly manager: EntityManager,
    private readonly store: BlobStore,
    private readonly folders: FoldersService,
    private readonly uploads: UploadsService,
  ) {}

  /**
   * Receives a form with one file. The same content again is left alone; with its hash instead of a file, it's only asked for.
   * @throws PermissionMissing, NotFoundException, ValidationProblem, ProblemException 413, BodyAbortedException
   */
  async receive(context: CallerContext, request: IncomingMessage): Promise<DocAsset> {
    if (!context.caller.permissions.has('files.manage')) throw new PermissionMissing('files.manage');
    requireForm(request);
    allowSlowBody(request);
    return this.store.withWorkFile(async (path) => {
      const form = await receiveFile(request, path);
      const { source, hash } = form;
      const given = form.relativePath || form.filename;
      const name = isStorable(given + source) ? externalIdOf(String(normaliseLine(given))) : undefined;
      if (name === undefined) throw ValidationProblem.at('relativePath', TEXTS.relativePath);
      if (characters(source) > IMPORT_LIMITS.source.max)
        throw ValidationProblem.at('source', TEXTS.sourceLong({ max: IMPORT_LIMITS.source.max }));
      const root = rootName(context, source || undefined);
      if (!form.hasFile) return this.find(context.tenantId, root, name, hash);
      const parts = name.replace(/^pub\/docs\//i, '').split('/');
      const folder = await this.oneByOne(() => this.need(context, null, root));
      return this.keep(context, folder, parts, { path, ...form });
    });
  }

  /** Id of the folder with the files of an import; null before the first one. */
  async root(tenantId: string, name: string): Promise<string | null> {
    return this.folder(tenantId, null, name);
  }

  /**
   * Makes a file of what is on disk, or gives the one that is there this content.
   * @param root ID of the folder
   * @param names of folders in it, and the file's
   */
  async keep(
    context: CallerContext,
    root: string,
    names: readonly string[],
    file: { readonly path: string; readonly hash: string; readonly length: number },
  ): Promise<DocAsset> {
    return this.oneByOne(() => this.keepAlone(context, root, names, file));
  }

  private async keepAlone(
    context: CallerContext,
    root: string,
    names: readonly string[],
    { path, hash, length }: { readonly path: string; readonly hash: string; readonly length: number },
  ): Promise<DocAsset> {
    const { tenantId } = context;
    const parts = [...names];
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) folder = await this.need(context, folder, part);
    const [known]: { readonly id: string; readonly hash: string; readonly revision: number }[] =
      await this.manager.query(
        `SELECT id, hash, revision FROM file WHERE tenant_id = $1 AND folder_id = $2 AND name_key = $3 AND trashed_at IS NULL
         ORDER BY created_at DESC, id DESC LIMIT 1`,
        [tenantId, folder, nameKey(name)],
      );
    let id = known?.id ?? '';
    if (known?.hash !== hash) {
      const replaces = known && { id: known.id, revision: known.revision };
      const upload = await this.uploads.begin(context, {
        name,
        folder,
        length,
        ...(replaces && { replaces }),
      });
      await this.uploads.receive(context, upload.id, WHOLE_FILE, createReadStream(path));
      id = known?.id ?? upload.id;
    }
    const [stored]: { readonly hash: string; readonly name: string }[] = await this.manager.query(
      'SELECT hash, name FROM file WHERE tenant_id = $1 AND id = $2',
      [tenantId, id],
    );
    if (!stored) throw new Error('What was uploaded is a file.');
    return { url: mediaPath(id, stored.hash, stored.name), path: [...parts, name].join('/') };
  }

  /** The file of that name and content, where it was sent before. @throws NotFoundException */
  private async find(tenantId: string, root: string, relativePath: string, hash: string): Promise<DocAsset> {
    const parts = relativePath.split('/');
    const name = parts.pop() ?? '';
    let folder: string | null = null;
    for (const part of [root, ...parts]) {
      folder = await this.folder(tenantId, folder, part);
      if (folder === null) throw new NotFoundException();
    }
    const [file]: { readonly id: string; readonly name: string }[] = await this.manager.query(
      `SELECT id, name FROM file WHERE tenant_id = $1 AND folder_id = $2 AND name_key = $3 AND hash = $4 AND trashed_at IS NULL LIMIT 1`,
      [tenantId, folder, nameKey(name), hash],
    );
    if (!file) throw new NotFoundException();
    return { url: mediaPath(file.id, hash, file.name), path: relativePath };
  }

  private async need(context: CallerContext, parent: string | null, name: string): Promise<string> {
    const known = await this.folder(context.tenantId, parent, name);
    if (known !== null) return known;
    const { answer } = await this.folders.create(context, { name, parent });
    return answer.id;
  }

  private async folder(tenantId: string, parent: string | null, name: string): Promise<string | null> {
    const [row]: { readonly id: string }[] = await this.manager.query(
      `SELECT id FROM folder WHERE tenant_id = $1 AND parent_id IS NOT DISTINCT FROM $2 AND name_key = $3 AND trashed_at IS NULL
       ORDER BY created_at, id LIMIT 1`,
      [tenantId, parent, nameKey(name)],
    );
    return row?.id ?? null;
  }
}

/** Keys that reach a part of the site only have a folder of their own, so that none changes the pictures of another. */
export function rootName({ caller }: CallerContext, source = 'Docs'): string {
  const key = caller.kind === 'token' ? caller.key : undefined;
  const part = key?.path ?? key?.blogKey ?? '';
  return `${source} ${part.replaceAll('/', ' ').trim()}`.trim();
}

interface ReceivedForm {
  readonly source: string;
  /** Without one, it's asked whether the content of the hash is there. */
  readonly hasFile: boolean;
  readonly relativePath: string;
  readonly filename: string;
  readonly hash: string;
  readonly length: number;
}

/** Writes the file of a form to a path. */
async function receiveFile(request: IncomingMessage, path: string): Promise<ReceivedForm> {
  const headers = request.headers as BusboyHeaders; // it has a Content-Type
  const limits = { files: 1, fields: 8, parts: 9, fieldSize: 4_096, fileSize: LIMITS.asset };
  const form = new Busboy({ headers, limits });
  const hash = createHash('sha256');
  let [relativePath, source, announced, filename, length] = ['', '', '', '', 0];
  let receiving: Promise<void> | undefined;
  let received: Readable | undefined;
  const whole = new Promise<void>((resolve, reject) => {
    form.on('field', (name, value) => {
      if (/^relativePath$/i.test(name)) relativePath = value;
      if (/^source$/i.test(name)) source = String(normaliseLine(value));
      if (/^sha256$/i.test(name)) announced = value;
    });
    form.on('file', (name, file, given) => {
      file.on('error', reject);
      if (!/^file$/i.test(name) || receiving) return void file.resume();
      filename = given;
      received = file;
      file.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        length += chunk.length;
      });
      receiving = pipeline(file, createWriteStream(path, { mode: 0o600 })).then(() => {
        if (file.truncated) throw tooLarge();
      });
      receiving.catch(reject);
    });
    form.on('error', () => reject(ValidationProblem.at('file', TEXTS.interrupted)));
    form.on('finish', resolve);
    request.on('close', () => {
      if (!request.readableEnded) reject(new BodyAbortedException());
    });
    request.pipe(form);
  });
  try {
    await whole;
    await receiving;
  } finally {
    request.unpipe(form);
    received?.destroy(); // where the client went away, nothing else ends it
  }
  if (!receiving && announced === '') throw ValidationProblem.at('file', TEXTS.noFile);
  const hasFile = receiving !== undefined;
  return { relativePath, source, filename, hasFile, hash: hasFile ? hash.digest('hex') : announced, length };
}

function requireForm({ headers }: IncomingMessage): void {
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(headers['content-type'] ?? ''))
    throw new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, 'validation-failed', TEXTS.notMultipart);
  if (Number(headers['content-length'] ?? 0) > LIMITS.asset + FORM_BYTES) throw tooLarge();
}

const tooLarge = (): ProblemException =>
  new ProblemException(HttpStatus.PAYLOAD_TOO_LARGE, 'too-large', TEXTS.fileLarge({ max: LIMITS.asset }));
