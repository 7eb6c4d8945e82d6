import { FILE_TYPES } from '@sitedesk/contract/files';
import { createHash } from 'node:crypto';
import type { PackedPicture } from './prepared-document.js';

/** The pictures of one document, which get names of their own: the same content is the same name, whenever the document is read. */
export class PackedPictures {
  private readonly found = new Map<string, PackedPicture>();
  /** Those that can't be files here. */
  leftOut = 0;

  /** @param folder name of the document's pictures, beside it */
  constructor(private readonly folder: string) {}

  get all(): readonly PackedPicture[] {
    return [...this.found.values()];
  }

  /** @returns its address in the document; empty for what isn't a picture of a known type */
  async add(octets: Buffer | undefined): Promise<string> {
    const { fileTypeFromBuffer } = await import('file-type/core');
    const type = octets && (await fileTypeFromBuffer(octets).catch(() => undefined));
    if (!octets || !type || FILE_TYPES[type.ext]?.kind !== 'image' || type.ext === 'svg') {
      this.leftOut += 1;
      return '';
    }
    const hash = createHash('sha256').update(octets).digest('hex');
    const name = `picture-${hash.slice(0, 12)}.${type.ext}`;
    this.found.set(name, { folder: this.folder, name, hash, octets });
    return `${encodeURIComponent(this.folder)}/${name}`;
  }
}
