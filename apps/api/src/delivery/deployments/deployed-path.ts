import {
  DEPLOYED_TYPES,
  DEPLOYMENT_LIMITS as LIMITS,
  DEPLOYMENT_MESSAGES,
} from '@sitedesk/contract/deployments';
import type { Message } from '@sitedesk/contract/messages';

/** Where well-known things are (RFC 8615), often without an extension: the one folder whose name may begin with a dot. */
const WELL_KNOWN = '.well-known/';
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const IMPOSSIBLE = /[\u0000-\u001F\u007F\\:*?"<>|]|\p{Surrogate}/u;
/** Names that Windows keeps for devices, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** What is the same for names that some file system takes for one. */
export const pathKey = (path: string): string => path.normalize('NFC').toLowerCase();

/** Why a path can't be one of a deployment; undefined for a good one. @param path as the archive or manifest has it */
export function pathProblem(path: string): Message | undefined {
  const segments = path.split('/');
  if (segments.length > LIMITS.depth)
    return DEPLOYMENT_MESSAGES.tooDeep({ path: shown(path), max: LIMITS.depth });
  const isSafe =
    Buffer.byteLength(path) <= LIMITS.path && !IMPOSSIBLE.test(path) && segments.every(isSafeSegment);
  return isSafe ? undefined : DEPLOYMENT_MESSAGES.unsafePath({ path: shown(path) });
}

const isSafeSegment = (segment: string): boolean =>
  segment !== '' &&
  segment !== '.' &&
  segment !== '..' &&
  !/[. ]$/.test(segment) &&
  Buffer.byteLength(segment) <= LIMITS.segment &&
  !DEVICE.test(segment);

/** Why a file can't be deployed though its path is safe; undefined where it can. @param path below the top of the application */
export function typeProblem(path: string): Message | undefined {
  const rest = path.startsWith(WELL_KNOWN) ? path.slice(WELL_KNOWN.length) : path;
  const isHidden = rest.split('/').some((segment) => segment.startsWith('.'));
  return isHidden || typeOfPath(path) === undefined
    ? DEPLOYMENT_MESSAGES.type({ path: shown(path) })
    : undefined;
}

/** Media type of a path; undefined for one that isn't deployed. */
export function typeOfPath(path: string): string | undefined {
  const [, extension] = /\.([^./]+)$/.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
  if (extension === undefined) return path.startsWith(WELL_KNOWN) ? 'application/json' : undefined;
  const known = extension.toLowerCase();
  return Object.hasOwn(DEPLOYED_TYPES, known) ? DEPLOYED_TYPES[known] : undefined;
}

/** For people: nothing that a terminal or page takes for more than text, and not too long. */
export const shown = (path: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are what it replaces
  path.replaceAll(/[\u0000-\u001F\u007F-\u009F]|\p{Surrogate}/gu, '\u{FFFD}').slice(0, LIMITS.segment);

/** The last part of a name before its extension, as bundlers put it there: `index-BqX1s2Kd.js`, `main.3f2a1b4c.css.map`. */
const LAST_PART = /[.\-_](?<part>\w{8,64}|[\w-]{8})\.\w+(?:\.map)?$/;

/**
 * Whether a file's name has a hash of its content, so that it never changes. Words are none: taken for one by mistake, a file would
 * stay as it was in browsers for a year.
 */
export function hasHashedName(path: string): boolean {
  const part = LAST_PART.exec(path.slice(path.lastIndexOf('/') + 1))?.groups?.['part'];
  if (part === undefined) return false;
  const [digits, lower, upper] = [/\d/.test(part), /[a-z]/.test(part), /[A-Z]/.test(part)];
  if (/^[0-9a-f]+$/.test(part)) return digits && lower;
  return lower && upper && (digits || /(?:^|\/)assets\//.test(path));
}
