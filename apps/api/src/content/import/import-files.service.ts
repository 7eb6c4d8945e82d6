import { Injectable } from '@nestjs/common';
import {
  importFileOf,
  IMPORT_LIMITS as LIMITS,
  IMPORT_MESSAGES as TEXTS,
  importNote,
  type ImportRun,
} from '@sitedesk/contract/imports';
import type { ImportFileDto } from '@sitedesk/contract/imports.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { EntityManager } from 'typeorm';
import { ValidationProblem } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { BlobStore } from '../files/blob-store.js';
import { addItems, type ArrivedItem, requireOpen } from './import-items.js';
import { ImportRunsService } from './import-runs.service.js';
import { PackedDocumentsService } from './packed-documents.service.js';
import { type ExportedDocument, type ExportSummary, UnreadableExport } from './prepared-document.js';
import { ghostDocuments, summariseGhost } from './ghost-documents.js';
import { summariseWordPress, wordPressDocuments } from './wordpress-documents.js';

/** Octets of documents that go to the database at once. */
const BATCH_OCTETS = 4 * 1024 * 1024;

/** Files that documents arrive in: exports of other systems, and documents with their pictures. */
@Injectable()
export class ImportFilesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly runs: ImportRunsService,
    private readonly store: BlobStore,
    private readonly personalData: PersonalDataService,
    private readonly packed: PackedDocumentsService,
  ) {}

  /**
   * Takes the documents out of an export: all of them, or none when it can't be read. Takes one document with its pictures.
   * @throws NotFoundException, ValidationProblem, WrongState when the import has begun, ProblemException 413
   */
  async put(
    context: CallerContext,
    id: string,
    { name }: ImportFileDto,
    body: AsyncIterable<Buffer>,
  ): Promise<ImportRun> {
    const { tenantId } = context;
    const run = await this.runs.require(context, id);
    requireOpen(run);
    const kind = importFileOf(name);
    if (kind === undefined) throw ValidationProblem.at('name', TEXTS.fileType);
    await this.store.withWorkFile(async (path) => {
      await pipeline(body, createWriteStream(path, { mode: 0o600 }));
      if (kind === 'word' || kind === 'google') return this.packed.add(context, run, { name, path, kind });
      try {
        const { summary, documents } = await (kind === 'ghost'
          ? ghostExport(path, run.options.hosts[0])
          : wordPressExport(path));
        const authors = await this.authors(tenantId, summary);
        await this.manager.transaction((manager) =>
          this.add(manager, context, id, summary, documents(authors)),
        );
      } catch (error) {
        if (error instanceof UnreadableExport) throw ValidationProblem.at('name', error.reason);
        throw error;
      }
    });
    return this.runs.get(context, id);
  }

  private async add(
    manager: EntityManager,
    context: CallerContext,
    id: string,
    { hosts, leftOut }: ExportSummary,
    documents: AsyncIterable<ExportedDocument>,
  ): Promise<void> {
    let batch: ArrivedItem[] = [];
    let octets = 0;
    const flush = async (): Promise<void> => {
      if (batch.length > 0) await addItems(manager, context, id, batch);
      batch = [];
      octets = 0;
    };
    const seen = new Set<string>();
    for await (const { externalId, document } of documents) {
      if (seen.has(externalId)) throw new UnreadableExport(TEXTS.exportTwice({ name: externalId }));
      seen.add(externalId);
      const raw = JSON.stringify(document);
      if (batch.length === LIMITS.batch || octets + raw.length > BATCH_OCTETS) await flush();
      batch.push({ externalId, format: 'prepared', raw });
      octets += raw.length;
    }
    if (seen.size === 0) throw new UnreadableExport(TEXTS.exportEmpty);
    await flush();
    const notes = [...leftOut].map(([what, count]) => importNote('info', TEXTS.leftOut({ what, count })));
    const run = await this.runs.require(context, id);
    const all = [...new Set([...run.options.hosts, ...hosts])].slice(0, LIMITS.hosts);
    await manager.query(
      `UPDATE import_run SET notes = $3, options = options || jsonb_build_object('hosts', $4::jsonb) WHERE tenant_id = $1 AND id = $2`,
      [context.tenantId, id, JSON.stringify(notes), JSON.stringify(all)],
    );
  }

  /** Profiles of authors whose email addresses are those of users here, by their names in the export. Nobody is created. */
  private async authors(tenantId: string, { authors }: ExportSummary): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const { key, email } of authors.slice(0, LIMITS.exportAuthors)) {
      if (email === '') continue;
      const keys = await this.personalData.lookupKeys(tenantId, String(normaliseLine(email)));
      const [profile]: { readonly id: string }[] = await this.manager.query(
        `SELECT p.id FROM author_profile p JOIN account a ON a.tenant_id = p.tenant_id AND a.id = p.account_id
         WHERE p.tenant_id = $1 AND a.email_key = ANY($2)`,
        [tenantId, keys],
      );
      if (profile) found.set(key, profile.id);
    }
    return found;
  }
}

/** An export that was read once: what is in it, and its documents with the profiles of their authors. */
interface OpenExport {
  readonly summary: ExportSummary;
  readonly documents: (authorIds: ReadonlyMap<string, string>) => AsyncIterable<ExportedDocument>;
}

async function wordPressExport(path: string): Promise<OpenExport> {
  const summary = await summariseWordPress(path);
  return { summary, documents: (authorIds) => wordPressDocuments(path, summary, authorIds) };
}

async function ghostExport(path: string, host: string | undefined): Promise<OpenExport> {
  const summary = await summariseGhost(path);
  return { summary, documents: (authorIds) => ghostDocuments(path, summary, authorIds, host) };
}
