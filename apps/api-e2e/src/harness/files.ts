import type { FileSummary } from '@sitedesk/contract/files';
import { CSRF_HEADER, EDITOR_PATH } from '@sitedesk/contract/identity';
import type { EditorBrowser } from './editor.js';
import { type Answer, call } from './http.js';

/** What identifies a browser's requests to programs other than ours. */
export const headersOf = ({
  ownHeaders,
  cookieHeader,
  csrfToken = '',
}: EditorBrowser): Record<string, string> => ({
  ...ownHeaders,
  Cookie: cookieHeader,
  [CSRF_HEADER]: csrfToken,
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const metadata = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Begins an upload. */
export const beginUpload = (
  browser: EditorBrowser,
  name: string,
  length: number,
  { folder, headers = {} }: { readonly folder?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> =>
  call(`${browser.baseUrl}${EDITOR_PATH}/uploads`, {
    method: 'POST',
    headers: {
      ...headersOf(browser),
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(length),
      'Upload-Metadata': metadata({ filename: name, ...(folder === undefined ? {} : { folder }) }),
      ...headers,
    },
  });

/** Sends a part of an upload. @param path of it */
export const sendPart = (
  browser: EditorBrowser,
  path: string,
  offset: number,
  body: Buffer,
): Promise<Answer> =>
  call(browser.baseUrl + path, {
    method: 'PATCH',
    headers: {
      ...headersOf(browser),
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body,
  });

/** Uploads a file in one part; the answer of the first request that was refused, or of the last. */
export async function tryUpload(
  browser: EditorBrowser,
  name: string,
  content: Buffer | string,
  folder?: string,
): Promise<Answer & { readonly id: string }> {
  const octets = Buffer.from(content);
  const begun = await beginUpload(browser, name, octets.length, folder === undefined ? {} : { folder });
  const path = String(begun.headers.location);
  const id = path.split('/').at(-1) ?? '';
  return { ...(begun.status === 201 ? await sendPart(browser, path, 0, octets) : begun), id };
}

export async function upload(
  browser: EditorBrowser,
  name: string,
  content: Buffer | string,
  folder?: string,
): Promise<FileSummary> {
  const { status, text, id } = await tryUpload(browser, name, content, folder);
  if (status !== 204) throw new Error(`The upload was answered ${status}: ${text}`);
  return readFile(browser, id);
}

export const readFile = async (browser: EditorBrowser, id: string): Promise<FileSummary> =>
  (await browser.get(`/files/${id}`)).json() as FileSummary; // the contract's word
