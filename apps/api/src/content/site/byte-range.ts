import type { OctetRange } from '../files/object-store.js';

/**
 * The part of a content that a request asks for (RFC 9110, 14). What isn't understood, and more than one part, is a request for all of it:
 * undefined.
 * @param header `Range`
 */
export function rangeOf(header: string | undefined, size: number): OctetRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
