import { FORBIDDEN } from '@sitedesk/contract/text';

const MOST = 500;
const EVERY_FORBIDDEN = new RegExp(FORBIDDEN.source, 'gu');

/** A service's words on one line and without our secrets, short enough to be shown and stored. */
export function foreignText(words: string, secrets: readonly string[]): string {
  const open = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), words);
  const line = open
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll(EVERY_FORBIDDEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= MOST ? line : `${[...line].slice(0, MOST).join('')}…`;
}
