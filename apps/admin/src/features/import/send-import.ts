import { extensionOf, FILE_TYPES, type FileSummary } from '@sitedesk/contract/files';
import {
  externalIdOf,
  IMPORT_LIMITS,
  importFileOf,
  importFormatOf,
  type ImportRun,
} from '@sitedesk/contract/imports';
import type { CreateImportDto, ImportDocumentDto } from '@sitedesk/contract/imports.dto';
import type { ChosenFile } from '../../composables/dropped-files';
import { uploadFile } from '../../composables/upload-file';
import { wait } from '../../composables/wait';
import { importRequests } from './import.api';

/** What someone chose, sorted by what becomes of it. */
export interface Chosen {
  readonly documents: readonly Named[];
  /** Documents that are files with their pictures, such as those of Word. */
  readonly packed: readonly Named[];
  /** Exports of other systems: each is one file with many documents. */
  readonly exports: readonly Named[];
  readonly pictures: readonly Named[];
  /** Neither. */
  readonly others: number;
}

interface Named {
  readonly file: File;
  /** Its name within the source. */
  readonly name: string;
}

/** How far sending is. */
export interface SendProgress {
  readonly what: 'pictures' | 'documents' | 'packed' | 'exports';
  readonly done: number;
  readonly count: number;
}

/** Names are those below the folder that was chosen, so that the same folder has the same names from wherever it's chosen. */
export function sortChosen(files: readonly ChosenFile[]): Chosen {
  const [first] = files;
  const top = first?.path[0];
  const isOneFolder = top !== undefined && files.every(({ path }) => path[0] === top);
  const named = files.flatMap(({ file, path }) => {
    const name = externalIdOf([...(isOneFolder ? path.slice(1) : path), file.name].join('/'));
    return name === undefined ||
      name.split('/').some((part) => part.startsWith('.') || part === 'node_modules')
      ? []
      : [{ file, name, isInFolder: path.length > 0 }];
  });
  const documents = named.filter(({ name }) => importFormatOf(name) !== undefined);
  const pictures = named.filter(({ file }) => FILE_TYPES[extensionOf(file.name)]?.kind === 'image');
  // Folders of documents have archives and exports for other purposes, and files that Word has open.
  const packed = named.filter(({ file, name, isInFolder }) => {
    const kind = importFileOf(name);
    return kind === 'word' ? !file.name.startsWith('~$') : kind === 'google' && !isInFolder;
  });
  const exports = named.filter(
    ({ name, isInFolder }) => !isInFolder && ['wordpress', 'ghost'].includes(importFileOf(name) ?? ''),
  );
  const others = files.length - documents.length - pictures.length - packed.length - exports.length;
  return { documents, packed, pictures, exports, others };
}

/** What a source is called when nobody says: as the folder that was chosen, or the only file. */
export const sourceOf = (files: readonly ChosenFile[]): string => {
  const [first] = files;
  if (files.length === 1 && first?.path.length === 0) return first.file.name.replace(/\.[^.]+$/, '');
  const names = new Set(files.map(({ path }) => path[0] ?? ''));
  const [only = ''] = names;
  return names.size === 1 ? only : '';
};

/**
 * Puts pictures into a folder of files named like the source, and documents into a new import.
 * @throws Problem
 */
export async function sendImport(
  { documents, packed, pictures, exports }: Chosen,
  options: CreateImportDto,
  progress: (now: SendProgress) => void,
  signal: AbortSignal,
): Promise<ImportRun> {
  const folder =
    pictures.length > 0
      ? await sendPictures(pictures, options.source, progress, signal)
      : await sourceFolder(options.source);
  let run = await importRequests.create({ ...options, folder });
  let batch: ImportDocumentDto[] = [];
  let octets = 0;
  let done = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) run = await patiently(() => importRequests.send(run.id, batch), signal);
    done += batch.length;
    batch = [];
    octets = 0;
    progress({ what: 'documents', done, count: documents.length });
  };
  for (const { file, name } of documents) {
    signal.throwIfAborted();
    const content = await documentText(file);
    const size = new TextEncoder().encode(JSON.stringify(content)).length;
    if (batch.length === IMPORT_LIMITS.batch || octets + size > IMPORT_LIMITS.batchOctets * 0.9)
      await flush();
    batch.push({ externalId: name, format: importFormatOf(name) ?? 'markdown', content });
    octets += size;
  }
  await flush();
  for (const [what, files] of [['packed', packed] as const, ['exports', exports] as const]) {
    for (const [index, { file, name }] of files.entries()) {
      progress({ what, done: index, count: files.length });
      run = await patiently(() => importRequests.upload(run.id, name, file, signal), signal);
    }
  }
  return run;
}

/** What is larger than a document can be is sent as its beginning, which the report refuses by its length. */
const documentText = (file: File): Promise<string> => file.slice(0, IMPORT_LIMITS.document).text();

const sourceFolder = async (source: string): Promise<string | null> => {
  const key = nameKey(source);
  return (await importRequests.folders(undefined)).find(({ name }) => nameKey(name) === key)?.id ?? null;
};

async function sendPictures(
  pictures: readonly Named[],
  source: string,
  progress: (now: SendProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const folders = new FolderTree();
  const root = await folders.in(undefined, source);
  const known = new Map<string, readonly FileSummary[]>();
  for (const [index, { file, name }] of pictures.entries()) {
    signal.throwIfAborted();
    progress({ what: 'pictures', done: index, count: pictures.length });
    let folder = root;
    for (const part of name.split('/').slice(0, -1)) folder = await folders.in(folder, part);
    const there = known.get(folder) ?? (await importRequests.files(folder));
    known.set(folder, there);
    if (await isThere(there, file)) continue;
    await uploadFile({ file, folder }, () => undefined, signal);
  }
  progress({ what: 'pictures', done: pictures.length, count: pictures.length });
  return root;
}

/** Folders by their names, which are made where they are missing. */
class FolderTree {
  private readonly inside = new Map<string, Map<string, string>>();

  async in(parent: string | undefined, name: string): Promise<string> {
    const found = this.inside.get(parent ?? '') ?? (await this.read(parent));
    const there = found.get(nameKey(name));
    if (there !== undefined) return there;
    const { id } = await importRequests.createFolder(name, parent ?? null);
    found.set(nameKey(name), id);
    return id;
  }

  private async read(parent: string | undefined): Promise<Map<string, string>> {
    const folders = await importRequests.folders(parent);
    const found = new Map(folders.map(({ id, name }) => [nameKey(name), id]));
    this.inside.set(parent ?? '', found);
    return found;
  }
}

const nameKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** By its content, where the browser can work that out. */
async function isThere(files: readonly FileSummary[], file: File): Promise<boolean> {
  const same = files.filter(({ name, size }) => nameKey(name) === nameKey(file.name) && size === file.size);
  if (same.length === 0 || !globalThis.isSecureContext) return same.length > 0;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const hash = [...digest].map((octet) => octet.toString(16).padStart(2, '0')).join('');
  return same.some((each) => each.hash === hash);
}

const WAIT_MS = 2_000;
const TRIES = 30;

/** Sends again what the server had no time for (429, 409 busy, 503). @throws Problem */
export async function patiently<Answer>(send: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (problem) {
      if (signal.aborted || tries === TRIES || !isPassing(problem)) throw problem;
      const seconds = (problem as { readonly retryAfterSeconds?: number }).retryAfterSeconds;
      await wait(seconds === undefined ? WAIT_MS : seconds * 1_000, signal);
    }
  }
}

function isPassing(problem: unknown): boolean {
  const { status, code } = problem as { readonly status?: number; readonly code?: string }; // of a Problem, or of nothing
  return status === 429 || status === 503 || code === 'busy';
}
