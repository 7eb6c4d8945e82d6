import { Injectable } from '@nestjs/common';
import { areaPixels, extensionOf, FILE_MESSAGES, IMAGE_LIMITS, typeOfName } from '@sitedesk/contract/files';
import type { Message } from '@sitedesk/contract/messages';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { BlobStore } from './blob-store.js';
import { SVG_TYPE } from './file-type.js';
import { type ImageRecipe, type ImageSize, readRecipe } from './image-recipes.js';
import type { RebuiltSvg } from './rebuild-svg.js';

/** What the header of a picture says, as it is shown: turned the right way up. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/** A picture that is made of another. */
export interface ImageVariant {
  /** A drawing has one, whatever was asked for. */
  readonly recipe: ImageRecipe;
  readonly type: string;
  /** Extension of its format. */
  readonly format: string;
  readonly size: number;
}

const TYPES = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: SVG_TYPE,
} as const;
type Written = keyof typeof TYPES;

const OPTIONS = {
  limitInputPixels: IMAGE_LIMITS.framePixels,
  failOn: 'error',
  sequentialRead: true,
} as const;
/** Width of what is made of a picture to see whether it can be. */
const TRIED = 32;
/** Longest side of what a model looks at, in pixels. */
const PREVIEW = 512;

/**
 * Pictures. What visitors get is always made of what was uploaded: turned as its camera meant it, and without what else the camera
 * noted, such as where it was. One is made at a time, by threads that requests don't wait for; each is made once, and kept.
 */
@Injectable()
export class ImagesService {
  private readonly underway = new Map<string, Promise<ImageVariant>>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: BlobStore) {}

  /**
   * What is too large to be unpacked is refused by its header, before it is; and what then can't be unpacked.
   * @param path of a file on disk
   */
  async describe(path: string, name: string): Promise<ImageFacts | Message> {
    const broken = FILE_MESSAGES.brokenImage({ extension: extensionOf(name) });
    if (typeOfName(name).type === SVG_TYPE) {
      const drawing = await rebuilt(path);
      return drawing ? { width: drawing.width, height: drawing.height, frames: 1 } : broken;
    }
    const { default: sharp } = await import('sharp'); // most processes never see a picture
    const header = await sharp(path, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    if (!header) return broken;
    const { width, height: whole, pages: frames = 1, pageHeight, icc, autoOrient } = header;
    const height = pageHeight ?? whole;
    const isTooLarge =
      width * height > IMAGE_LIMITS.pixels ||
      frames > IMAGE_LIMITS.frames ||
      width * height * frames > IMAGE_LIMITS.framePixels ||
      (icc?.length ?? 0) > IMAGE_LIMITS.profileOctets;
    if (isTooLarge) return FILE_MESSAGES.imageTooLarge({ pixels: IMAGE_LIMITS.pixels / 1_000_000 });
    const isWhole = await this.next(() =>
      sharp(path, OPTIONS)
        .resize(TRIED)
        .timeout({ seconds: IMAGE_LIMITS.seconds })
        .raw()
        .toBuffer()
        .then(
          () => true,
          () => false,
        ),
    );
    if (!isWhole) return broken;
    return frames > 1 ? { width, height, frames } : { ...autoOrient, frames };
  }

  /** A variant, made now if nobody has asked for it before. @throws ProblemException 503 */
  async variant(tenantId: string, hash: string, type: string, wanted: ImageRecipe): Promise<ImageVariant> {
    const recipe = type === SVG_TYPE ? 'full' : wanted;
    const format = formatOf(type, readRecipe(recipe)?.size ?? 'full');
    const size = await this.store.variantSize(tenantId, hash, recipe);
    if (size !== undefined) return { recipe, type: TYPES[format], format, size };
    const key = `${tenantId}/${hash}/${recipe}`;
    const known = this.underway.get(key);
    if (known) return known;
    const making = this.next(() => this.make(tenantId, hash, recipe, format));
    this.underway.set(key, making);
    try {
      return await making;
    } finally {
      this.underway.delete(key);
    }
  }

  /**
   * A small JPEG of a picture, for a model that looks at it: it says nothing of where and with what it was taken.
   * @throws ProblemException 503
   */
  async preview(tenantId: string, hash: string, type: string): Promise<Buffer> {
    return this.next(() =>
      this.store.withContent(tenantId, hash, async (original) => {
        const { default: sharp } = await import('sharp');
        const drawing = type === SVG_TYPE ? await rebuilt(original) : undefined;
        return sharp(drawing ? Buffer.from(drawing.text) : original, OPTIONS)
          .autoOrient()
          .resize({ width: PREVIEW, height: PREVIEW, fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .timeout({ seconds: IMAGE_LIMITS.seconds })
          .jpeg({ quality: 80 })
          .toBuffer();
      }),
    );
  }

  /** One at a time, so that many pictures at once take neither the memory nor the threads of everything else. */
  private next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async draw(tenantId: string, hash: string): Promise<ImageVariant> {
    const drawing = await this.store.withContent(tenantId, hash, rebuilt);
    const size = await this.store.keepVariant(tenantId, hash, 'full', (path) =>
      writeFile(path, drawing?.text ?? '', { mode: 0o600 }),
    );
    return { recipe: 'full', type: SVG_TYPE, format: 'svg', size };
  }

  private async make(
    tenantId: string,
    hash: string,
    recipe: ImageRecipe,
    format: Written,
  ): Promise<ImageVariant> {
    if (format === 'svg') return this.draw(tenantId, hash);
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1); // threads of one picture: the others are for requests
    const { size: sizeOf = 'full', area = null } = readRecipe(recipe) ?? {};
    const width = sizeOf === 'full' ? IMAGE_LIMITS.fullWidth : Number.parseInt(sizeOf, 10);
    const size = await this.store.withContent(tenantId, hash, async (original) => {
      const options = { ...OPTIONS, animated: format === 'gif' || format === 'webp' };
      const upright = sharp(original, options).autoOrient();
      const part = area ? upright.extract(areaPixels(area, await uprightSize(upright))) : upright;
      const sized = part
        .resize({ width, withoutEnlargement: true })
        .keepIccProfile()
        .timeout({ seconds: IMAGE_LIMITS.seconds });
      return this.store.keepVariant(tenantId, hash, recipe, (path) => written(sized, format).toFile(path));
    });
    return { recipe, type: TYPES[format], format, size };
  }
}

/** What visitors get of a drawing; undefined for what is none. */
async function rebuilt(path: string): Promise<RebuiltSvg | undefined> {
  const { size } = await stat(path);
  if (size > IMAGE_LIMITS.drawingOctets) return undefined;
  const { rebuildSvg } = await import('./rebuild-svg.js'); // an XML parser that most starts never need
  return rebuildSvg(await readFile(path, 'utf8'));
}

/** Of one frame. */
async function uprightSize(image: Sharp): Promise<{ readonly width: number; readonly height: number }> {
  const { autoOrient, pageHeight } = await image.metadata();
  return { width: autoOrient.width, height: pageHeight ?? autoOrient.height };
}

function formatOf(type: string, size: ImageSize): Written {
  if (size !== 'full') return size.endsWith('avif') ? 'avif' : 'webp';
  const [format = 'png'] = Object.entries(TYPES).find(([, each]) => each === type) ?? [];
  return format as Written; // a key of the table
}

function written(image: Sharp, format: Exclude<Written, 'svg'>): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: 55, effort: 2 });
    case 'webp':
      return image.webp({ quality: 80, effort: 3 });
    case 'jpeg':
      return image.jpeg({ quality: 88, mozjpeg: true });
    case 'png':
      return image.png();
    case 'gif':
      return image.gif();
    default:
      return format satisfies never;
  }
}
