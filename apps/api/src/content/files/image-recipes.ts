import {
  IMAGE_FORMATS,
  IMAGE_WIDTHS,
  type ImageFormat,
  MEDIA_HASH,
  MEDIA_PATH,
} from '@sitedesk/contract/files';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../platform/crypto/key-ring.js';

/** What is made of a picture: at most so wide, in a format. `full` is as large as it is, in its own. */
export type ImageRecipe = 'full' | `${number}-${ImageFormat}`;

/** All that there is: nobody makes us compute anything else. */
export const IMAGE_RECIPES: ReadonlySet<string> = new Set([
  'full',
  ...IMAGE_WIDTHS.flatMap((width) => IMAGE_FORMATS.map((format) => `${width}-${format}`)),
]);

const PURPOSE = 'media';
const SIGNATURE = 16;

/** What a signature is for: one recipe of one content, at one site. */
export interface SignedImage {
  readonly tenantId: string;
  readonly hash: string;
  readonly recipe: string;
}

const signatureWith = (key: Buffer, { hash, recipe }: SignedImage): string =>
  createHmac('sha256', key).update(`${hash}/${recipe}`).digest('base64url').slice(0, SIGNATURE);

/** @param keyRing whose current key signs */
export function signImage(keyRing: KeyRing, image: SignedImage): string {
  const key = keyRing.derive(PURPOSE, image.tenantId);
  if (!key) throw new Error('There is no master key to sign with.');
  return signatureWith(key, image);
}

/** Whether any of the keys has signed it: pages from before a rotation are still read. */
export function isSigned(keyRing: KeyRing, image: SignedImage, signature: string): boolean {
  return keyRing.keyIds.some((keyId) => {
    const key = keyRing.derive(PURPOSE, image.tenantId, keyId);
    const own = Buffer.from(key ? signatureWith(key, image) : '');
    const given = Buffer.from(signature);
    return own.length === given.length && own.length > 0 && timingSafeEqual(own, given);
  });
}

/** Where a variant of a picture is at the public site. */
export const imagePath = (
  keyRing: KeyRing,
  { id, name, ...image }: SignedImage & { readonly id: string; readonly name: string },
): string =>
  [
    MEDIA_PATH,
    id,
    image.hash.slice(0, MEDIA_HASH),
    `${image.recipe}.${signImage(keyRing, image)}`,
    encodeURIComponent(name),
  ].join('/');
