import {
  extensionOf,
  FILE_MESSAGES,
  type FileType,
  REFUSED_EXTENSIONS,
  typeOfName,
  UNKNOWN_TYPE,
} from '@sitedesk/contract/files';
import type { Message } from '@sitedesk/contract/messages';
import { open } from 'node:fs/promises';

/** What the library that reads the first octets calls programs. */
const PROGRAMS: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/vnd.microsoft.portable-executable',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-shockwave-flash',
  'application/x-msi',
  'application/java-vm',
  'application/wasm',
  'application/x-ms-shortcut',
]);
/** How text begins that is markup, or a script with its interpreter. */
const MARKUP = /^\s*(?:<[a-z!?/]|#!)/i;
/** So many octets are looked at: a container names what is in it after some of them. */
const HEAD = 256 * 1024;
export const SVG_TYPE = 'image/svg+xml';
/** What people uploaded as it is, and could do more than be looked at. */
export const SAVED_TYPES: readonly string[] = ['application/pdf', SVG_TYPE];

/** Why a file can't have this name, whatever it holds; undefined when it can. */
export function refusedName(name: string): Message | undefined {
  const extension = extensionOf(name);
  return REFUSED_EXTENSIONS.has(extension) ? FILE_MESSAGES.refusedType({ extension }) : undefined;
}

/**
 * The type of a file by its name and its octets, which have to agree.
 * @param path where its octets are
 * @returns what is wrong, as a message, if they don't
 */
export async function findType(path: string, name: string): Promise<FileType | Message> {
  const extension = extensionOf(name);
  const claimed = typeOfName(name);
  const head = await headOf(path);
  const found = await typeOfOctets(head);
  if (found !== undefined && PROGRAMS.has(found)) return FILE_MESSAGES.executable;
  if (claimed === UNKNOWN_TYPE) return claimed;
  if (claimed.type === SVG_TYPE && found === undefined) return claimed; // one without a first line; it's read as a whole later
  if (claimed.found) {
    if (found !== undefined && claimed.found.includes(found)) return claimed;
    return found === undefined
      ? FILE_MESSAGES.noMatch({ extension })
      : FILE_MESSAGES.wrongType({ extension, found });
  }
  if (found !== undefined) return FILE_MESSAGES.wrongType({ extension, found });
  return isText(head) ? claimed : FILE_MESSAGES.noText({ extension });
}

/** What the first octets are the mark of; undefined for what has none, such as text. */
async function typeOfOctets(head: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type/core'); // nobody else needs it
  const found = await fileTypeFromBuffer(head).catch(() => undefined); // made to break its reader
  return found?.mime.split(';')[0];
}

/** No zero octets, and no markup that a browser could take for a page. */
const isText = (head: Buffer): boolean =>
  !head.includes(0) && !MARKUP.test(head.toString('utf8').replace(/^\uFEFF/, ''));

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
