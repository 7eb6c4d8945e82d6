import { SaxesParser } from 'saxes';
import type { StoredObject } from './object-store.js';

/** A page of a listing. */
export interface Listing {
  readonly objects: readonly StoredObject[];
  /** Where the next page begins; undefined after the last. */
  readonly next: string | undefined;
}

/** Reads an answer of ListObjectsV2. @throws Error for anything else */
export function readListing(xml: string): Listing {
  const objects: StoredObject[] = [];
  const path: string[] = [];
  let [key, size, next, isTruncated] = ['', '', '', ''];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => void path.push(name));
  parser.on('text', (text) => {
    const place = path.join('/');
    if (place === 'ListBucketResult/Contents/Key') key += text;
    if (place === 'ListBucketResult/Contents/Size') size += text;
    if (place === 'ListBucketResult/NextContinuationToken') next += text;
    if (place === 'ListBucketResult/IsTruncated') isTruncated += text;
  });
  parser.on('closetag', () => {
    if (path.join('/') === 'ListBucketResult/Contents') {
      objects.push({ key, size: Number(size) });
      [key, size] = ['', ''];
    }
    path.pop();
  });
  parser.write(xml).close();
  if (isTruncated === '') throw new Error('The answer isn’t a listing of a bucket.');
  return { objects, next: isTruncated === 'true' && next !== '' ? next : undefined };
}
