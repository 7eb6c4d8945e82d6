import { readFile } from 'node:fs/promises';

const FOLDER = new URL('../../assets/mail/', import.meta.url);

const TYPES = {
  'favicon.svg': 'image/svg+xml',
  'mail.css': 'text/css; charset=utf-8',
  'mail.js': 'text/javascript; charset=utf-8',
} as const;

/** A file of the mail catcher, ready to be sent. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

/** The mail catcher's own files, by path. */
export async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>();
  for (const [file, type] of Object.entries(TYPES))
    assets.set(`/${file}`, { type, body: await readFile(new URL(file, FOLDER)) });
  return assets;
}
