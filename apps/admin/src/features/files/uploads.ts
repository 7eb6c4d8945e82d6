import type { FileSummary, StorageUse } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { useQueryClient } from '@tanstack/vue-query';
import { createGlobalState } from '@vueuse/core';
import type { DetailedError, Upload } from 'tus-js-client';
import { computed, reactive, shallowReactive, watch } from 'vue';
import { NotConfirmed, Problem } from '../../app/problem';
import { translated } from '../../app/server-texts';
import { useSession } from '../../app/session';
import { fieldsOrWhole } from '../../composables/useTask';
import type { ChosenFile } from '../../composables/dropped-files';
import { everyFolder, fileRequests, FILES, folderRequests, STORAGE } from './files.api';
import { abandonedUploads, keepUploads } from './upload-journal';
import { nameThatWouldDo, uploadProblem } from './upload-names';
import { problemOf, sessionStack } from './upload-request';

/**
 * `waiting`: for the connection, and goes on automatically. `unfinished`: begun before the page was loaded again, and needs its file
 * once more.
 */
export type UploadStatus = 'queued' | 'running' | 'paused' | 'waiting' | 'unfinished' | 'failed' | 'done';

export type ReplacedFile = Pick<FileSummary, 'id' | 'revision'>;

export interface FileUpload {
  readonly key: number;
  name: string;
  readonly size: number;
  readonly modified: number;
  /** Folder that it was dropped into, and the folders that came along. */
  readonly into: string | null;
  readonly path: readonly string[];
  /** The file that it becomes the next version of, as it was seen; undefined for a new file. */
  readonly replaces: ReplacedFile | undefined;
  /** The last of these, once it is there. */
  folder: string | null;
  status: UploadStatus;
  /** Octets that are sent. */
  sent: number;
  /** Why it failed. */
  problem: string;
  /** A name that can be, where the name is what is wrong. */
  otherName: string | undefined;
  /** Path at the server, once it has begun. */
  url: string;
}

/** How many are sent at once: browsers have six connections to one host, and the page needs some. */
const AT_ONCE = 3;
/** A request has 30 seconds; what has arrived counts, also of one that takes longer. */
const CHUNK = 8 * 1024 * 1024;
/** Milliseconds until tus-js-client tries again; after that we do, as long as it takes. */
const RETRIES_MS = [0, 1_000, 3_000];
const AGAIN_MS = 10_000;
/** Milliseconds without an octet after which a connection is taken for dead. */
const STALLED_MS = 60_000;
/** Lists are read again so often while files arrive, in milliseconds. */
const READ_AGAIN_MS = 2_000;

const OPEN: readonly UploadStatus[] = ['queued', 'running', 'paused', 'waiting'];
/** Whether anything would be lost with the page. */
export const isOpen = ({ status }: FileUpload): boolean => OPEN.includes(status);

/** What the tray shows: the uploads of this page, and those that one before has not finished. They go on while people go to other screens. */
export const useUploads = createGlobalState(() => {
  const session = useSession();
  const queries = useQueryClient();
  const uploads: FileUpload[] = shallowReactive([]);
  /** What isn't for showing. */
  const files = new Map<FileUpload, File>();
  const senders = new Map<FileUpload, Upload>();
  const beginning = new Set<FileUpload>();
  const movedAt = new Map<FileUpload, number>();
  const folders = new Map<string, Promise<string | null>>();
  let lastKey = 0;
  let readAt = 0;
  let readTimer = 0;

  const count = (...wanted: readonly UploadStatus[]): number =>
    uploads.filter(({ status }) => wanted.includes(status)).length;
  const totals = computed(() => {
    const counted = uploads.filter(({ status }) => status !== 'failed' && status !== 'unfinished');
    return {
      all: uploads.length,
      open: count(...OPEN),
      active: count('queued', 'running', 'waiting'),
      waiting: count('waiting'),
      running: count('running'),
      paused: count('paused'),
      failed: count('failed'),
      unfinished: count('unfinished'),
      done: count('done'),
      sent: counted.reduce((sum, { sent }) => sum + sent, 0),
      octets: counted.reduce((sum, { size }) => sum + size, 0),
    };
  });

  function enlist(
    facts: Pick<FileUpload, 'name' | 'size' | 'modified' | 'into' | 'path'>,
    replaces?: ReplacedFile,
  ): FileUpload {
    const upload: FileUpload = reactive({
      ...facts,
      replaces,
      key: (lastKey += 1),
      folder: facts.into,
      status: 'queued',
      sent: 0,
      problem: '',
      otherName: undefined,
      url: '',
    });
    uploads.push(upload);
    return upload;
  }

  /** @param into the folder; null for the top level */
  async function add(chosen: readonly ChosenFile[], into: string | null): Promise<void> {
    const use = await queries.fetchQuery(STORAGE).catch(() => undefined); // the server refuses what is too large all the same
    for (const { file, path } of chosen) {
      const known = uploads.find((each) => isUnfinished(each, file));
      const upload =
        known ?? enlist({ name: file.name, size: file.size, modified: file.lastModified, into, path });
      files.set(upload, file);
      if (known) known.status = 'queued';
      else check(upload, use);
    }
    next();
  }

  /** Uploads what a file holds from then on. */
  async function replace(file: File, replaces: ReplacedFile): Promise<void> {
    const use = await queries.fetchQuery(STORAGE).catch(() => undefined); // as above
    const { name, size, lastModified: modified } = file;
    const upload = enlist({ name, size, modified, into: null, path: [] }, replaces);
    files.set(upload, file);
    check(upload, use);
    next();
  }

  /** Says at once what the server would refuse. */
  function check(upload: FileUpload, use: StorageUse | undefined): void {
    const problem = uploadProblem(upload, use?.largest);
    if (!problem) return;
    upload.status = 'failed';
    upload.problem = translated(problem, problem.text);
    upload.otherName = nameThatWouldDo(upload.name);
  }

  function next(): void {
    const free = AT_ONCE - count('running');
    for (const upload of uploads.filter(({ status }) => status === 'queued').slice(0, Math.max(0, free)))
      void start(upload);
  }

  async function start(upload: FileUpload): Promise<void> {
    upload.status = 'running';
    movedAt.set(upload, Date.now());
    if (beginning.has(upload)) return; // paused and resumed while its folder was made
    beginning.add(upload);
    try {
      const sender = senders.get(upload) ?? (await makeSender(upload));
      // It may have been paused or removed while its folder was made.
      if (upload.status === 'running') sender.start();
    } catch (problem) {
      fail(upload, problem);
    } finally {
      beginning.delete(upload);
    }
  }

  async function makeSender(upload: FileUpload): Promise<Upload> {
    const file = files.get(upload);
    if (!file) throw new Error('This upload has no file.');
    const [tus, folder] = await Promise.all([
      import('tus-js-client'), // only for those who upload
      upload.url === '' ? folderOf(upload.into, upload.path) : upload.folder,
    ]);
    upload.folder = folder;
    const sender = new tus.Upload(file, {
      endpoint: `${location.origin}${EDITOR_PATH}/uploads`,
      ...(upload.url === '' ? {} : { uploadUrl: location.origin + upload.url }),
      metadata: {
        filename: upload.name,
        ...(folder === null ? {} : { folder }),
        ...(upload.replaces ? { replaces: upload.replaces.id } : {}),
      },
      onBeforeRequest: (request) => {
        if (upload.replaces && request.getMethod() === 'POST')
          request.setHeader('If-Match', `"v${upload.replaces.revision}"`);
      },
      chunkSize: CHUNK,
      retryDelays: RETRIES_MS,
      storeFingerprintForResuming: false, // the journal is for one person
      httpStack: sessionStack(new tus.DefaultHttpStack({})),
      onShouldRetry: (error) => navigator.onLine && isPassing(problemIn(error)),
      onUploadUrlAvailable: () => {
        upload.url = new URL(sender.url ?? '', location.origin).pathname;
        keep();
      },
      onProgress: (sent) => {
        upload.sent = sent;
        movedAt.set(upload, Date.now());
      },
      onError: (error) => fail(upload, problemIn(error)),
      onSuccess: () => finish(upload),
    });
    senders.set(upload, sender);
    return sender;
  }

  function finish(upload: FileUpload): void {
    upload.status = 'done';
    upload.sent = upload.size;
    forget(upload);
    keep();
    next();
    listsAreOld();
  }

  function fail(upload: FileUpload, problem: unknown): void {
    // It was paused or removed, and what ended so is no failure.
    if (upload.status !== 'running') return next();
    if (isPassing(problem)) {
      upload.status = 'waiting';
      return next();
    }
    upload.status = 'failed';
    upload.problem = fieldsOrWhole(problem);
    upload.otherName = upload.replaces ? undefined : nameThatWouldDo(upload.name);
    // The server has let go of one that it has refused; and a folder that was there may be gone.
    if (problem instanceof Problem) restart(upload);
    folders.clear();
    keep();
    next();
  }

  /** The next try begins from the start. */
  function restart(upload: FileUpload): void {
    upload.url = '';
    upload.sent = 0;
    senders.delete(upload);
  }

  /** For files that arrive one after another: not after each of them. */
  function listsAreOld(): void {
    if (readTimer !== 0) return;
    const wait = totals.value.active === 0 ? 0 : Math.max(0, readAt + READ_AGAIN_MS - Date.now());
    readTimer = window.setTimeout(() => {
      readTimer = 0;
      readAt = Date.now();
      void queries.invalidateQueries({ queryKey: [FILES] });
    }, wait);
  }

  /** The folder that an upload goes into, which is made where it isn't there yet; once for all that go there. */
  function folderOf(into: string | null, path: readonly string[]): Promise<string | null> {
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(into);
    const key = JSON.stringify([into, ...path]);
    const known = folders.get(key);
    if (known) return known;
    const made = folderOf(into, path.slice(0, -1)).then((parent) => folderIn(parent, name));
    folders.set(key, made);
    made.catch(() => folders.delete(key));
    return made;
  }

  async function addFolders(paths: readonly (readonly string[])[], into: string | null): Promise<void> {
    for (const path of paths) await folderOf(into, path);
    if (paths.length > 0) listsAreOld();
  }

  function pause(upload: FileUpload): void {
    if (!['queued', 'running', 'waiting'].includes(upload.status)) return;
    upload.status = 'paused';
    void senders.get(upload)?.abort();
    next();
  }

  function resume(upload: FileUpload): void {
    if (!['paused', 'waiting', 'failed'].includes(upload.status) || !files.has(upload)) return;
    upload.status = 'queued';
    upload.problem = '';
    next();
  }

  function renameAndResume(upload: FileUpload, name: string): void {
    upload.name = name;
    restart(upload);
    resume(upload);
  }

  /** Gives an upload up, and what has arrived of it. */
  function cancel(upload: FileUpload): void {
    const { url, status } = upload;
    const sender = senders.get(upload);
    drop(upload);
    // What the server doesn't hear of, it gives up after a day.
    if (sender) void sender.abort(status !== 'done').catch(() => undefined);
    else if (status === 'unfinished') void terminate(url);
    keep();
    next();
    if (status !== 'done') listsAreOld();
  }

  async function terminate(url: string): Promise<void> {
    const tus = await import('tus-js-client');
    const httpStack = sessionStack(new tus.DefaultHttpStack({}));
    await tus.Upload.terminate(location.origin + url, { httpStack }).catch(() => undefined); // as above
  }

  function drop(upload: FileUpload): void {
    upload.status = 'paused'; // what is on its way changes nothing
    const index = uploads.indexOf(upload);
    if (index >= 0) uploads.splice(index, 1);
    forget(upload);
  }

  function forget(upload: FileUpload): void {
    files.delete(upload);
    senders.delete(upload);
    movedAt.delete(upload);
  }

  /** Takes away what is over. */
  function clear(): void {
    for (const upload of uploads.filter(({ status }) => status === 'done' || status === 'failed'))
      cancel(upload);
  }

  const each = (act: (upload: FileUpload) => void): void => [...uploads].forEach(act);
  const pauseAll = (): void => each(pause);
  const resumeAll = (): void => each((upload) => upload.status === 'paused' && resume(upload));
  const cancelAll = (): void => each(cancel);

  function keep(): void {
    const account = session.info?.account.id;
    if (account === undefined) return;
    const begunOnes = uploads.filter((upload) => upload.url !== '' && upload.status !== 'done');
    keepUploads(
      account,
      begunOnes.map(({ url, name, size, modified, folder }) => ({ url, name, size, modified, folder })),
    );
  }

  /** Those that a page which is closed has not finished, and the server still has. */
  async function recall(account: string): Promise<void> {
    for (const { url, name, size, modified, folder } of await abandonedUploads(account)) {
      const state = await fileRequests.upload(url.split('/').at(-1) ?? '').catch(() => undefined);
      if (!state || session.info?.account.id !== account) continue;
      const upload = enlist({ name, size, modified, into: folder, path: [] });
      Object.assign(upload, { status: 'unfinished', url, sent: state.offset } satisfies Partial<FileUpload>);
    }
    keep();
  }

  // Another person, or nobody: what the one before uploads ends here.
  watch(
    () => session.info?.account.id,
    (account) => {
      for (const sender of senders.values()) void sender.abort();
      for (const upload of [...uploads]) drop(upload);
      folders.clear();
      if (account !== undefined && session.can('files.manage')) void recall(account);
    },
    { immediate: true },
  );

  const goOn = (): void => each((upload) => upload.status === 'waiting' && resume(upload));
  addEventListener('online', goOn);
  setInterval(() => {
    if (session.interruption !== undefined) return; // they wait for the person
    goOn();
    each((upload) => {
      if (upload.status !== 'running' || Date.now() - (movedAt.get(upload) ?? 0) < STALLED_MS) return;
      pause(upload);
      resume(upload);
    });
  }, AGAIN_MS);
  addEventListener('beforeunload', (event) => {
    if (totals.value.open > 0) event.preventDefault();
  });

  return {
    uploads,
    totals,
    add,
    replace,
    addFolders,
    pause,
    resume,
    renameAndResume,
    cancel,
    clear,
    pauseAll,
    resumeAll,
    cancelAll,
  };
});

/** Whether a file is what an upload of a page before needs to go on. */
export const isUnfinished = (
  { status, name, size, modified }: FileUpload,
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
): boolean =>
  status === 'unfinished' && name === file.name && size === file.size && modified === file.lastModified;

/** @throws Problem */
async function folderIn(parent: string | null, name: string): Promise<string> {
  try {
    return (await folderRequests.create({ name, parent })).id;
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status !== 400) throw problem;
    const there = (await everyFolder({ parent })).find((folder) => nameKey(folder.name) === nameKey(name));
    if (!there) throw problem;
    return there.id;
  }
}

/** What the server compares names by. */
const nameKey = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** What went wrong, out of what tus-js-client says of it. */
function problemIn(error: Error | DetailedError): unknown {
  if (!('originalRequest' in error)) return error;
  if (error.originalResponse) return problemOf(error.originalResponse);
  // The person has not signed in again; anything else is a connection that broke.
  if (error.causingError instanceof NotConfirmed) return error.causingError;
  return new Problem(0, { detail: 'offline' }, '');
}

/** What is over after a while: no connection, a server in trouble, or another request that writes to the same upload. */
const isPassing = (problem: unknown): boolean =>
  problem instanceof Problem &&
  (problem.isOffline || problem.status >= 500 || [409, 423, 429].includes(problem.status));
