import type { Transform } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import { remembering } from '../core/remembering.js';

export type Coding = 'br' | 'gzip' | 'identity';

const GZIP = { level: 6 };
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** Octets in a coding, at levels that cost little more than sending them plain. */
export function encoded(octets: Buffer, coding: Exclude<Coding, 'identity'>): Buffer {
  if (coding === 'gzip') return gzipSync(octets, GZIP);
  return brotliCompressSync(octets, {
    params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: octets.length },
  });
}

/** The same for octets that come bit by bit. */
export const encoder = (coding: Exclude<Coding, 'identity'>): Transform =>
  coding === 'gzip' ? createGzip(GZIP) : createBrotliCompress({ params: BROTLI });

const TAKES_BROTLI = /(?:^|,)\s*br\s*(?:,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|$)/i;
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|$)/i;

/** Whether the client takes what is kept in this coding alone. */
export const takesGzip = (header: string | string[] | undefined): boolean =>
  TAKES_GZIP.test(String(header ?? ''));

const bestOf = remembering((accepted): Coding => {
  if (TAKES_BROTLI.test(accepted)) return 'br';
  return takesGzip(accepted) ? 'gzip' : 'identity';
});

/** The best coding that the client takes (RFC 9110, 12.5.3). */
export const bestCoding = (header: string | string[] | undefined): Coding =>
  header === undefined ? 'identity' : bestOf(String(header));
