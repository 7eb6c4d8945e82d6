import {
  IMAGE_FORMATS,
  IMAGE_WIDTHS,
  type ImageArea,
  type ImageFormat,
  MEDIA_HASH,
  MEDIA_PATH,
} from '@sitedesk/contract/files';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../platform/crypto/key-ring.js';

/** How large, and in which format: at most so wide. `full` is as large as it is, in its own. */
export type ImageSize = 'full' | `${number}-${ImageFormat}`;
type Area = `-${number}-${number}-${number}-${number}`;
/** What is made of a picture, or of a part of it: left, top, width and height in ten-thousandths. */
export type ImageRecipe = ImageSize | `${ImageSize}${Area}`;

/** All sizes that there are: nobody makes us compute anything else. */
const SIZES: ReadonlySet<string> = new Set([
  'full',
  ...IMAGE_WIDTHS.flatMap((width) => IMAGE_FORMATS.map((format) => `${width}-${format}`)),
]);
const PARTS = 10_000;
const AREA = /^(?<size>[a-z0-9-]+?)(?:-(?<x>\d+)-(?<y>\d+)-(?<width>\d+)-(?<height>\d+))?$/;

/** @param area null for all of the picture */
export function imageRecipe(size: ImageSize, area: ImageArea | null): ImageRecipe {
  if (!area) return size;
  const [x = 0, y = 0, width = 0, height = 0] = [area.x, area.y, area.width, area.height].map((part) =>
    Math.round(part * PARTS),
  );
  return `${size}-${x}-${y}-${width}-${height}`;
}

/** @returns undefined for what is none. Whether someone may ask for it, its signature says. */
export function readRecipe(
  recipe: string,
): { readonly size: ImageSize; readonly area: ImageArea | null } | undefined {
  const { size = '', x, y, width, height } = AREA.exec(recipe)?.groups ?? {};
  if (!SIZES.has(size)) return undefined;
  const part = (text: string | undefined): number => Number(text) / PARTS;
  const area = x === undefined ? null : { x: part(x), y: part(y), width: part(width), height: part(height) };
  return { size: size as ImageSize, area }; // one of the set
}

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
