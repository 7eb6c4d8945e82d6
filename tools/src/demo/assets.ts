import { CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { readFile } from 'node:fs/promises';

/** Client-side attribute of the specification's form markup (2.1); the server's bound is another. */
const EMAIL_INPUT_MAX = 255;

const FOLDER = new URL('../../assets/', import.meta.url);

const FILES = {
  '/demo.css': { file: 'site/demo.css', type: 'text/css; charset=utf-8' },
  '/demo.js': { file: 'site/demo.js', type: 'text/javascript; charset=utf-8' },
  '/favicon.svg': { file: 'site/favicon.svg', type: 'image/svg+xml' },
  '/mail.css': { file: 'mail/mail.css', type: 'text/css; charset=utf-8' },
  '/mail.js': { file: 'mail/mail.js', type: 'text/javascript; charset=utf-8' },
} as const;

/** A file of the demonstration, ready to be sent. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

/** The demonstration's own files, by path. `/` is the site. */
export async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>();
  assets.set('/', {
    type: 'text/html; charset=utf-8',
    body: Buffer.from(withLimits(await read('site/index.html'))),
  });
  for (const [path, { file, type }] of Object.entries(FILES))
    assets.set(path, { type, body: await read(file) });
  return assets;
}

const read = (file: string): Promise<Buffer> => readFile(new URL(file, FOLDER));

/** The form's bounds come from the contract. */
function withLimits(page: Buffer): string {
  const limits: Readonly<Record<string, number>> = {
    nameMax: CONTACT_LIMITS.name.max,
    emailMax: EMAIL_INPUT_MAX,
    messageMin: CONTACT_LIMITS.message.min,
    messageMax: CONTACT_LIMITS.message.max,
  };
  return page.toString().replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(limits[name]));
}
