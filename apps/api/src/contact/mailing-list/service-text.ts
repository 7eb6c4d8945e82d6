import { FORBIDDEN } from '@sitedesk/contract/text';

const MOST = 300;
const EVERY_FORBIDDEN = new RegExp(FORBIDDEN.source, 'gu');

/** A stranger's words on one line, short enough to be shown and stored. */
export function serviceText(words: string): string {
  const line = words
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(EVERY_FORBIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MOST ? line : `${[...line].slice(0, MOST).join('')}…`;
}

/** What an error answer says (RFC 9457, as this service writes it): title, detail, and what is wrong with each field. */
export function problemText(status: number, problem: Readonly<Record<string, unknown>> | undefined): string {
  const fields = Array.isArray(problem?.['errors']) ? problem['errors'].map(fieldText) : [];
  const words = [problem?.['title'], problem?.['detail'], ...fields].filter(
    (each): each is string => typeof each === 'string' && each.trim() !== '',
  );
  return serviceText(`${status}: ${[...new Set(words)].join(' – ') || 'no reason given'}`);
}

function fieldText(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  const field = 'field' in error && typeof error.field === 'string' ? `${error.field}: ` : '';
  return `${field}${String(error.message)}`;
}
