import { extensionOf, IMAGE_WIDTHS, type ImageFormat } from '@sitedesk/contract/files';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { statement } from '../../platform/database/sql.js';
import type { Slot } from '../documents/render-document.js';
import { mediaPath } from '../files/file-rows.js';
import { SVG_TYPE } from '../files/file-type.js';
import { imagePath } from '../files/image-recipes.js';
import { type ImageSource, renderFile, renderImage } from './theme/theme-media.js';

/** A file that a page shows, as it is now. */
export interface PageFile {
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
)`SELECT id, name, type, hash, size, width, height FROM public_files($1, $2)`;

type FileSlot = Extract<Slot, { readonly file: string }>;

export const isFileSlot = (slot: Slot): slot is FileSlot => slot.kind === 'image' || slot.kind === 'file';

/** Formats that a picture is offered in, the smallest first; one that may move keeps moving in the second alone. */
function formatsOf(type: string): readonly ImageFormat[] {
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
  place: {
    readonly tenantId: string;
    readonly language: string;
    readonly keyRing: KeyRing;
    readonly isFirst: boolean;
  },
): string {
  if (!file) return '';
  const { id, name, type, hash, width, height } = file;
  const path = mediaPath(id, hash, name);
  if (slot.kind === 'file')
    return renderFile({
      path,
      label: slot.label || name,
      extension: extensionOf(name),
      size: Number(file.size),
      language: place.language,
    });
  if (width === null || height === null) return ''; // no picture
  const widths = widthsOf(width);
  const sources = formatsOf(type).map((format): ImageSource => ({
    type: `image/${format}`,
    sizes: widths.map((each) => ({
      path: imagePath(place.keyRing, {
        tenantId: place.tenantId,
        id,
        name,
        hash,
        recipe: `${each}-${format}`,
      }),
      width: Math.min(each, width),
    })),
  }));
  const { alt, caption, look, href: link } = slot;
  return renderImage({ path, width, height, sources, alt, caption, link, look, isLater: !place.isFirst });
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
