import { HttpStatus, Injectable } from '@nestjs/common';
import {
  externalIdOf,
  IMPORT_LIMITS as LIMITS,
  IMPORT_MESSAGES as TEXTS,
  importNote,
  type PackedKind,
} from '@sitedesk/contract/imports';
import { stat, writeFile } from 'node:fs/promises';
import { EntityManager } from 'typeorm';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { BlobStore } from '../files/blob-store.js';
import { DocAssetsService } from './doc-assets.service.js';
import { DocumentParserService } from './document-parser.service.js';
import { UnreadableDocument } from './front-matter.js';
import { addItems } from './import-items.js';
import type { RunRow } from './import-rows.js';
import { reasonOf } from './import-writer.service.js';
import type { PackedPicture, PreparedDocument, UnpackedDocument } from './prepared-document.js';
import { RunFolderService } from './run-folder.service.js';

/** Documents that are a file with a text and its pictures: those of Word, and web pages of Google Docs. */
@Injectable()
export class PackedDocumentsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly parser: DocumentParserService,
    private readonly store: BlobStore,
    private readonly assets: DocAssetsService,
    private readonly folders: RunFolderService,
  ) {}

  /**
   * Adds a document to an import, and its pictures to the import's folder. One that can't be read is in the report.
   * @param path of the file
   * @throws ValidationProblem, ProblemException 413, WrongState
   */
  async add(
    context: CallerContext,
    run: RunRow,
    { name, path, kind }: { readonly name: string; readonly path: string; readonly kind: PackedKind },
  ): Promise<void> {
    const externalId = externalIdOf(name);
    if (externalId === undefined) throw ValidationProblem.at('name', TEXTS.externalId);
    const { size } = await stat(path);
    if (size > LIMITS.packed)
      throw new ProblemException(
        HttpStatus.PAYLOAD_TOO_LARGE,
        'too-large',
        TEXTS.tooLarge({ limit: LIMITS.packed }),
      );
    const parts = externalId.split('/');
    const stem = (parts.pop() ?? '').replace(/\.[^.]+$/, '');
    const { document, pictures } = await this.read(kind, path, stem);
    const notes = [...document.notes, ...(await this.keep(context, run, parts, pictures))];
    const raw = JSON.stringify({ ...document, notes });
    await this.manager.transaction((manager) =>
      addItems(manager, context, run.id, [{ externalId, format: 'prepared', raw }]),
    );
  }

  private async read(kind: PackedKind, path: string, stem: string): Promise<UnpackedDocument> {
    const clean = stem.replaceAll(/[\p{C}/\\:*?"<>|]+/gu, '-').replaceAll(/^[\s.]+|[\s.]+$/g, '');
    try {
      return await this.parser.unpack({ kind, path, folder: [...clean].slice(0, 80).join('') || 'document' });
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      const document: PreparedDocument = {
        data: { title: stem },
        html: '',
        isPage: false,
        authorId: null,
        notes: [importNote('error', error.reason, error.line)],
      };
      return { document, pictures: [] };
    }
  }

  /** Makes files of pictures, those that are there already excepted. @returns what is said of those that can't be */
  private async keep(
    context: CallerContext,
    run: RunRow,
    parts: readonly string[],
    pictures: readonly PackedPicture[],
  ): Promise<PreparedDocument['notes']> {
    if (pictures.length === 0) return [];
    if (!context.caller.permissions.has('files.manage'))
      return [importNote('warning', TEXTS.picturesForbidden({ count: pictures.length }))];
    const root = await this.folders.need(context, run);
    const notes = [];
    for (const { folder, name, hash, octets } of pictures) {
      try {
        await this.store.withWorkFile(async (path) => {
          await writeFile(path, octets, { mode: 0o600 });
          await this.assets.keep(context, root, [...parts, folder, name], {
            path,
            hash,
            length: octets.length,
          });
        });
      } catch (error) {
        notes.push(importNote('warning', TEXTS.imageFailed({ target: name, reason: reasonOf(error) })));
      }
    }
    return notes;
  }
}
