import {
  areaInShape,
  areaPixels,
  extensionOf,
  IMAGE_WIDTHS,
  type ImageFormat,
  MEDIA_PATH,
} from '@sitedesk/contract/files';
import { isId } from '@sitedesk/contract/rules';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { statement } from '../../platform/database/sql.js';
import type { Slot } from '../documents/render-document.js';
import { cropOf, focusOf, type FramingRow, mediaPath } from '../files/file-rows.js';
import { SVG_TYPE } from '../files/file-type.js';
import { imagePath, imageRecipe, type ImageSize, readRecipe } from '../files/image-recipes.js';
import { renderFile, renderImage } from './theme/theme-media.js';
import type { Picture } from './theme/theme-views.js';

/** A file that a page shows, as it is now. */
export interface PageFile extends FramingRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly hash: string;
  readonly size: string;
  readonly width: number | null;
  readonly height: number | null;
}

export const FIND_FILES = statement(
  'site_files',
)`SELECT id, name, type, hash, size, width, height, focus_x, focus_y, crop_x, crop_y, crop_width, crop_height FROM public_files($1, $2)`;

/** Of width to height; the style of galleries says the same. */
const GALLERY_RATIO = 4 / 3;

type FileSlot = Extract<Slot, { readonly file: string }>;

export const isFileSlot = (slot: Slot): slot is FileSlot => slot.kind === 'image' || slot.kind === 'file';

/** Formats that a picture is offered in, the smallest first; one that may move keeps moving in the second alone. */
export function formatsOf(type: string): readonly ImageFormat[] {
  if (type === SVG_TYPE) return [];
  return type === 'image/gif' || type === 'image/webp' ? ['webp'] : ['avif', 'webp'];
}

/**
 * What a page shows of a file; nothing of one that is gone.
 * @param place of the page whose it is: whose language, whose keys sign, and whether it is the first picture
 */
export function fileFilling(
  slot: FileSlot,
  file: PageFile | undefined,
  place: PicturePlace & { readonly language: string; readonly isFirst: boolean },
): string {
  if (!file) return '';
  const { id, name, hash } = file;
  if (slot.kind === 'file')
    return renderFile({
      path: mediaPath(id, hash, name),
      label: slot.label || name,
      extension: extensionOf(name),
      size: Number(file.size),
      language: place.language,
    });
  const picture = pictureOf(file, place, slot.inGallery ? GALLERY_RATIO : undefined);
  if (!picture) return '';
  const { alt, caption, look, href: link } = slot;
  return renderImage({ ...picture, alt, caption, link, look, isLater: !place.isFirst });
}

/** Whose picture it is, and whose keys sign. */
export interface PicturePlace {
  readonly tenantId: string;
  readonly keyRing: KeyRing;
}

/**
 * A picture as browsers choose from it: what was cropped, in the widths and formats that there are.
 * @param ratio of width to height, where a page shows it in a shape; what it is about stays in it
 * @returns undefined for what is no picture
 */
export function pictureOf(
  { id, name, type, hash, width, height, ...framing }: PageFile,
  { tenantId, keyRing }: PicturePlace,
  ratio?: number,
): Picture | undefined {
  if (width === null || height === null) return undefined;
  if (type === SVG_TYPE) return { path: mediaPath(id, hash, name), width, height, sources: [] };
  const crop = cropOf(framing);
  const wanted =
    ratio === undefined ? crop : areaInShape({ width, height }, { crop, focus: focusOf(framing) }, ratio);
  const recipeOf = (size: ImageSize) => imageRecipe(size, wanted);
  const signed = (size: ImageSize): string =>
    imagePath(keyRing, { tenantId, id, name, hash, recipe: recipeOf(size) });
  const { area = null } = readRecipe(recipeOf('full')) ?? {}; // as exact as its recipe
  const shown = area ? areaPixels(area, { width, height }) : { width, height };
  return {
    path: area ? signed('full') : mediaPath(id, hash, name),
    width: shown.width,
    height: shown.height,
    sources: formatsOf(type).map((format) => ({
      type: `image/${format}`,
      sizes: widthsOf(shown.width).map((each) => ({
        path: signed(`${each}-${format}`),
        width: Math.min(each, shown.width),
      })),
    })),
  };
}

/** Where the whole of a picture is in a format, as wide as it is made at most; undefined for what is no picture. */
export function pictureIn(
  format: ImageFormat,
  { id, name, hash, width }: PageFile,
  { tenantId, keyRing }: PicturePlace,
): string | undefined {
  const widest = width === null ? undefined : widthsOf(width).at(-1);
  if (widest === undefined) return undefined;
  return imagePath(keyRing, { tenantId, id, name, hash, recipe: imageRecipe(`${widest}-${format}`, null) });
}

const PLACE = new RegExp(String.raw`^${MEDIA_PATH}/(?<file>[^/]+)/`);

/** The file at a path of the site, in lower case as ids are; undefined for what is elsewhere. */
export function fileAt(path: string | null): string | undefined {
  const { file } = PLACE.exec(path ?? '')?.groups ?? {};
  return file !== undefined && isId(file) ? file : undefined;
}

/** A picture of the library that stands for the whole site; undefined where the file is gone, or is none. */
export function pictureFile(
  file: PageFile | undefined,
):
  | { readonly path: string; readonly type: string; readonly width?: number; readonly height?: number }
  | undefined {
  if (!file?.type.startsWith('image/')) return undefined;
  const { id, hash, name, type, width, height } = file;
  const path = mediaPath(id, hash, name);
  return width === null || height === null ? { path, type } : { path, type, width, height };
}

/** Those that are smaller than the picture, and one that holds all of it. */
function widthsOf(width: number): readonly number[] {
  const whole = IMAGE_WIDTHS.find((each) => each >= width);
  return [...IMAGE_WIDTHS.filter((each) => each < width), ...(whole === undefined ? [] : [whole])];
}
