import { type Application, DEPLOY_ZIP_PATH, type NewDeployKey } from '@sitedesk/contract/deployments';
import type { EditorBrowser } from './editor.js';
import { type Answer, call } from './http.js';

export const createApplication = async (editor: EditorBrowser, title: string): Promise<Application> =>
  (await editor.post('/spa', { title })).json() as Application; // the contract's word

export const createKey = async (
  editor: EditorBrowser,
  number: number,
  more: object = {},
): Promise<NewDeployKey> =>
  (await editor.post(`/spa/${number}/keys`, { name: 'CI', ...more })).json() as NewDeployKey; // as above

/** The form that CI scripts send: its fields in their order, the file where `zipFile` stands. */
export function formOf(
  fields: Readonly<Record<string, string | Buffer>>,
  filename = 'dist.zip',
): { readonly type: string; readonly body: Buffer } {
  const boundary = 'frontier-of-a-form';
  const parts = Object.entries(fields).map(([name, value]) => {
    const file = typeof value === 'string' ? '' : `; filename="${filename}"\r\nContent-Type: application/zip`;
    return Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** Deploys an archive as a CI script does. */
export function deployZip(
  url: string,
  key: string,
  article: number | string,
  zip: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { type, body } = formOf({ articleId: String(article), password: key, zipFile: zip });
  return call(url + DEPLOY_ZIP_PATH, { method: 'POST', headers: { 'Content-Type': type, ...headers }, body });
}
