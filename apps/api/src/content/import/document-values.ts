import { instantsOf } from '@sitedesk/contract/local-time';
import { normaliseLine } from '@sitedesk/contract/text';
import type { RawNode } from './html-parts.js';
/* What front matter and names of files say, read. */

/** The name of a file without its folders and its extension. */
export const nameOf = (externalId: string): string =>
  (externalId.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '');

/** On one line, without what nobody sees. */
export const printable = (text: string): string =>
  String(
    normaliseLine(
      text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, ''),
    ),
  );

/** A document whose name begins with a day. */
export const DATED = /(?:^|\/)(\d{4}-\d\d-\d\d)-[^/]+$/;
export const INDEX = /^(?:_?index|readme)$/i;

/** A heading one level lower, and those in a block. */
export function lowered(block: RawNode, except: ReadonlySet<string>): RawNode {
  const { level, id } = block.attrs ?? {};
  if (block.type !== 'heading')
    return block.content && block.attrs
      ? { ...block, content: block.content.map((each) => lowered(each, except)) }
      : block;
  if (except.has(String(id))) return block;
  return { ...block, attrs: { ...block.attrs, level: Math.min(Number(level) + 1, 4) } };
}

export const clip = (text: string | null, max: number): string | null =>
  text === null ? null : [...text].slice(0, max).join('');

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** @returns undefined for what is no day of the calendar */
export function instantOf(text: string, zone: string): Date | undefined {
  const [whole, year, month, day, hour = '00', minute = '00', second = '00', offset] = DATE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const local = `${year}-${month}-${day}T${hour}:${minute}`;
  const inZone = (of: string): Date | undefined => instantsOf(local, of)[0];
  if (offset === undefined) {
    const instant = inZone(zone);
    return instant && new Date(instant.getTime() + Number(second) * 1_000);
  }
  if (!inZone('UTC')) return undefined;
  const sign = offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
  const instant = new Date(`${local}:${second}${sign}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
