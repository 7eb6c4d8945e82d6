import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { FileSummary } from '@sitedesk/contract/files';
import { csrfHeaders, http, recover } from '../app/http';
import { Problem } from '../app/problem';

/** A request has 30 seconds; what has arrived counts, also of one that takes longer. */
const CHUNK = 4 * 1024 * 1024;
const TUS = { 'Tus-Resumable': '1.0.0' } as const;

/** An upload that goes on where it was when it's tried again. */
export interface ResumableUpload {
  readonly file: File;
  /** Id of the folder that it goes into; the top level without one. */
  readonly folder?: string;
  /** At the server, once it has begun. */
  url?: string;
}

/**
 * Uploads a file, by the tus protocol.
 * @param progress parts of the whole that have arrived, from 0 to 1
 * @throws Problem
 */
export async function uploadFile(
  upload: ResumableUpload,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<FileSummary> {
  const { file, folder } = upload;
  let offset = upload.url === undefined ? undefined : await offsetOf(upload.url, signal);
  // What the server no longer knows as an upload may have become a file, without the page having heard of it.
  if (offset === undefined && upload.url !== undefined) {
    const found = await fileAt(upload.url, signal).catch(() => undefined);
    if (found) return found;
  }
  if (offset === undefined || upload.url === undefined) {
    const begun = await request('POST', `${EDITOR_PATH}/uploads`, signal, {
      'Upload-Length': String(file.size),
      'Upload-Metadata': `filename ${base64(file.name)}${folder === undefined ? '' : `,folder ${base64(folder)}`}`,
    });
    upload.url = begun.headers.get('Location') ?? '';
    offset = 0;
  }
  progress(offset / file.size);
  while (offset < file.size) {
    const part = file.slice(offset, offset + CHUNK);
    const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    const response = await request('PATCH', upload.url, signal, headers, part);
    offset = Number(response.headers.get('Upload-Offset'));
    progress(offset / file.size);
  }
  return fileAt(upload.url, signal);
}

const fileAt = (url: string, signal: AbortSignal): Promise<FileSummary> =>
  http.get<FileSummary>(`/files/${url.split('/').at(-1) ?? ''}`, { signal });

/** Forgets what has arrived of one that nobody wants anymore. */
export const endUpload = async ({ url }: ResumableUpload): Promise<void> => {
  if (url !== undefined)
    await request('DELETE', url, new AbortController().signal, {}).catch(() => undefined); // it ends on its own, in a day
};

/** How far it is; undefined when the server knows nothing of it. */
async function offsetOf(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    return Number((await request('HEAD', url, signal, {})).headers.get('Upload-Offset'));
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 404) return undefined;
    throw problem;
  }
}

async function request(
  method: string,
  url: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
  body?: Blob,
): Promise<Response> {
  const send = async (): Promise<Response> => {
    const response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: { ...TUS, ...headers, ...(method === 'HEAD' ? {} : csrfHeaders()) },
      signal,
      ...(body ? { body } : {}),
    }).catch((cause: unknown) => {
      if (signal.aborted) throw cause;
      throw new Problem(0, { detail: 'offline' }, '');
    });
    if (response.ok) return response;
    const members = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>; // the server is ours
    throw new Problem(response.status, members, response.headers.get('X-Request-Id') ?? '');
  };
  try {
    return await send();
  } catch (problem) {
    // As with every request: after signing in again, it's sent once more.
    if (!(problem instanceof Problem) || !(await recover(problem))) throw problem;
    return send();
  }
}

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (octet) => String.fromCharCode(octet)).join(''));
