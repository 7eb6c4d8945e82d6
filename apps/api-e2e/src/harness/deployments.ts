import {
  type Application,
  DEPLOY_ZIP_PATH,
  DEPLOYMENTS_PATH,
  type NewDeployKey,
} from '@sitedesk/contract/deployments';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

/** SHA-256 in hexadecimal digits. */
export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/** What a program sends with a key in its headers. */
export function withKey(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: object | string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  return call(url + DEPLOYMENTS_PATH + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  });
}

/** The list of files that starts a deployment. */
export const manifestOf = (files: Readonly<Record<string, string>>): object => ({
  files: Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      { sha256: sha256(content), bytes: Buffer.byteLength(content) },
    ]),
  ),
});

/** A run of a command line. */
export interface CommandRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const TOOLS = join(__dirname, '../../../../tools');

/** Starts a command line as CI does: that for deployments, or another file of `tools`. */
export function startCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  tool = 'deploy/sitedesk-deploy.mjs',
): { readonly done: Promise<CommandRun>; kill(): void } {
  const child = spawn(process.execPath, [join(TOOLS, tool), ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const done = once(child, 'close').then(([status]: (number | null)[]) => ({
    status: status ?? null,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
  }));
  return { done, kill: () => void child.kill('SIGKILL') };
}

/** Writes files below a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
