import type { KeyUse } from '../../platform/http/principal.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import type { SourceFiles } from './import-planner.service.js';
import { fileKey } from './resolve-addresses.js';

/** What the caller's key is limited to; undefined for a person, and for an API token. */
export const keyUseOf = ({ caller }: CallerContext): KeyUse | undefined =>
  caller.kind === 'token' ? caller.key : undefined;

/**
 * The address of a document by its name, where it says no other: in lower case, without `docs/` at its start, `index` and its extension,
 * below `/docs`, or below what the key reaches.
 */
export function docAddress(context: CallerContext, name: string): string {
  const key = keyUseOf(context);
  const root = key?.path ?? (key?.blogKey == null ? '/docs' : `/${key.blogKey}`);
  const below = name
    .toLowerCase()
    .replace(/^docs\//, '')
    .replace(/\.(?:md|markdown|html?)$/, '')
    .replace(/(?:^|\/)index$/, '');
  return below === '' ? root : `${root}/${below}`;
}

/**
 * The files of an import by all that documents call them: as they were sent, below `/pub/docs`, by their own addresses, and relative to
 * the document where that names a path that its pictures begin at.
 */
export function docFiles(files: SourceFiles, externalId: string, base: string | null): SourceFiles {
  const found = new Map(files);
  const folder = externalId.split('/').slice(0, -1).join('/');
  const root =
    base === null ? undefined : fileKey(base.replaceAll(/^\/+|\/+$/g, '').replace(/^pub\/docs(?:\/|$)/i, ''));
  for (const [path, file] of files) {
    found.set(`pub/docs/${path}`, file);
    found.set(fileKey(decodeURIComponent(file.path.slice(1))), file);
    const isBelow = root !== undefined && (root === '' || path.startsWith(`${root}/`));
    if (!isBelow) continue;
    const relative = root === '' ? path : path.slice(root.length + 1);
    const name = fileKey(folder === '' ? relative : `${folder}/${relative}`);
    if (!found.has(name)) found.set(name, file);
  }
  return found;
}
