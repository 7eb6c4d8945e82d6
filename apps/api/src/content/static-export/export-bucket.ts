import { SITE_EXPORT_LIMITS } from '@sitedesk/contract/site-export';
import { extname } from 'node:path';
import type { LocalFile } from '../files/object-store.js';
import type { S3Store } from '../files/s3-store.js';
import type { ExportFile, ExportSink } from './export-file.js';
import type { ExportedFiles } from './exported-files.js';

/** Files that are sent at a time. */
const AT_ONCE = 6;
/** Files whose URLs have a hash of what is in them. */
const IMMUTABLE = /^(?:media|_sd)\//;

/** Has a file of an export on this machine's disk for as long as the work takes. */
type WithLocal = (file: ExportFile, work: (local: LocalFile) => Promise<void>) => Promise<void>;

/**
 * A bucket with an export. What is about to be written is noted first, so that a run which is cut off leaves pages that work, and the
 * next one knows what to write again. Several files are sent at a time, but no page before what it shows is there.
 */
export class ExportBucket implements ExportSink {
  private readonly seen = new Set<string>();
  private readonly pages = new Set<Promise<void>>();
  private readonly others = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | undefined;

  /** @param former what is there, by path: its tag, or null where nobody knows */
  constructor(
    private readonly store: S3Store,
    private readonly prefix: string,
    private readonly files: ExportedFiles,
    private readonly former: Map<string, string | null>,
    private readonly withLocal: WithLocal,
  ) {}

  async put(file: ExportFile): Promise<'written' | 'unchanged' | 'skipped'> {
    const { path, tag } = file;
    if (Buffer.byteLength(this.prefix + path) > SITE_EXPORT_LIMITS.key) return 'skipped';
    this.seen.add(path);
    if (this.former.get(path) === tag) return 'unchanged';
    const isPage = extname(path) === '.html';
    if (isPage) await Promise.all(this.others);
    await this.begin(isPage ? this.pages : this.others, () => this.send(file));
    return 'written';
  }

  async finish(): Promise<number> {
    await this.allSent();
    let removed = 0;
    for (const path of this.former.keys()) {
      if (this.seen.has(path)) continue;
      await this.begin(this.others, async () => {
        await this.store.remove(path);
        await this.files.removed(path);
      });
      removed += 1;
    }
    await this.allSent();
    return removed;
  }

  /** Waits for what is under way, which fails later than the first. */
  async settle(): Promise<void> {
    await Promise.all([...this.pages, ...this.others]);
  }

  private async send(file: ExportFile): Promise<void> {
    const { path, tag, size, type } = file;
    await this.files.begins(path, size);
    this.former.set(path, null);
    const cacheControl = IMMUTABLE.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=0';
    const headers = { 'content-type': type, 'cache-control': cacheControl };
    await this.withLocal(file, (local) => this.store.put(path, local, headers));
    await this.files.written(path, tag, size);
  }

  private async begin(group: Set<Promise<void>>, work: () => Promise<void>): Promise<void> {
    while (this.pages.size + this.others.size >= AT_ONCE) await Promise.race([...this.pages, ...this.others]);
    if (this.failure) throw this.failure.error;
    const running = work()
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => group.delete(running));
    group.add(running);
  }

  private async allSent(): Promise<void> {
    await this.settle();
    if (this.failure) throw this.failure.error;
  }
}
