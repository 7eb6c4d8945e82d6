import {
  extensionOf,
  FILE_LIMITS,
  FILE_MESSAGES,
  nameProblem,
  REFUSED_EXTENSIONS,
} from '@sitedesk/contract/files';
import type { Message } from '@sitedesk/contract/messages';
import { normaliseLine } from '@sitedesk/contract/text';

const MEGABYTE = 1024 * 1024;

/** What the server would refuse before the first octet; undefined for nothing. */
export function uploadProblem(
  { name, size }: { readonly name: string; readonly size: number },
  largest: number | undefined,
): Message | undefined {
  const stored = String(normaliseLine(name));
  const problem = nameProblem(stored);
  if (problem) return problem;
  const extension = extensionOf(stored);
  if (REFUSED_EXTENSIONS.has(extension)) return FILE_MESSAGES.refusedType({ extension });
  if (size === 0) return FILE_MESSAGES.empty;
  if (largest !== undefined && size > largest) return FILE_MESSAGES.tooLarge({ max: largest / MEGABYTE });
  return undefined;
}

/** A name like one that can't be, and that can; undefined where its name isn't what is wrong, or none comes to mind. */
export function nameThatWouldDo(name: string): string | undefined {
  const stored = String(normaliseLine(name));
  if (!nameProblem(stored)) return undefined;
  const dot = stored.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [stored.slice(0, dot), clean(stored.slice(dot + 1))] : [stored, ''];
  const end = extension === '' ? '' : `.${extension}`;
  const cleaned = clean(stem)
    .slice(0, FILE_LIMITS.name.max - end.length)
    .trimEnd();
  if (cleaned === '') return undefined;
  const device = nameProblem(cleaned + end) ? `${cleaned}-1` : cleaned;
  const wanted = device + end;
  return nameProblem(wanted) ? undefined : wanted;
}

/** Without what names can't have, at their ends either. */
const clean = (text: string): string =>
  text
    .replace(/[/\\:*?"<>|]+/g, '-')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFD]/gu, '')
    .replace(/^[\s.]+(?=[^\s.])|[\s.]+$/gu, '');
