import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ExportError, type ExportFile, type ExportSink } from './export-file.js';

const FORMAT = 1;
const MANIFEST = '.sitedesk-export.jsonl';
/** What a run that hasn't ended has written, or was about to. */
const JOURNAL = '.sitedesk-export.unfinished.jsonl';
/** What the names of files begin with that aren't whole. */
const DRAFT = '.sitedesk-export.draft';

/** First line of the manifest; the others are files. */
interface Head {
  readonly format: number;
  readonly site: string;
}
interface Entry {
  readonly path: string;
  readonly etag: string;
  readonly bytes: number;
}

/**
 * A folder with an export. Each file has its name when it is whole, and the manifest comes last: so a run that is cut off leaves pages
 * that work, and the next one goes on. What the manifest doesn't name is someone else's, and stays as it is.
 */
export class ExportFolder implements ExportSink {
  private readonly entries = new Map<string, Entry>();
  /** Of this run: one that seemed dead may still write its own. */
  private readonly draft: string;

  private constructor(
    private readonly folder: string,
    private readonly site: string,
    /** Files of earlier runs; without what they are where a run was cut off. */
    private readonly former: Map<string, Entry | undefined>,
    private readonly requireCurrent: () => Promise<void>,
  ) {
    this.draft = join(folder, `${DRAFT}-${randomUUID()}`);
  }

  /**
   * @param requireCurrent throws when another run has begun; asked before anything gets its name or loses it
   * @throws ExportError when the folder has the export of another site
   */
  static async open(
    folder: string,
    site: string,
    requireCurrent: () => Promise<void> = async () => undefined,
  ): Promise<ExportFolder> {
    await mkdir(folder, { recursive: true });
    const [head, ...entries] = await linesOf<Head & Entry>(join(folder, MANIFEST));
    if (head && head.format !== FORMAT)
      throw new ExportError(`${folder} was exported by a later version of Sitedesk. Use that one.`);
    if (head && head.site !== site)
      throw new ExportError(`${folder} has the export of another site. Choose another folder.`);
    const former = new Map<string, Entry | undefined>(entries.map((entry) => [entry.path, entry]));
    for (const { path, site: whose } of await linesOf<{ path: string; site: string }>(
      join(folder, JOURNAL),
    )) {
      if (whose !== site)
        throw new ExportError(`${folder} has the export of another site. Choose another folder.`);
      former.set(path, undefined);
    }
    for (const name of await readdir(folder))
      if (name.startsWith(DRAFT)) await rm(join(folder, name), { force: true });
    return new ExportFolder(folder, site, former, requireCurrent);
  }

  async put(file: ExportFile): Promise<'written' | 'unchanged'> {
    const { path, tag, size } = file;
    const target = join(this.folder, path);
    const former = this.former.get(path);
    this.entries.set(path, { path, etag: tag, bytes: size });
    const onDisk = await stat(target).catch(() => undefined);
    if (onDisk?.isFile() && former?.etag === tag && onDisk.size === size) return 'unchanged';
    if (onDisk && !this.former.has(path))
      throw new ExportError(
        `${target} is there already and isn’t from an export. Move it away, or choose another folder.`,
      );
    await appendFile(join(this.folder, JOURNAL), `${JSON.stringify({ path, site: this.site })}\n`);
    this.former.set(path, undefined);
    try {
      await pipeline(await file.read(), createWriteStream(this.draft));
      await mkdir(dirname(target), { recursive: true });
      await this.requireCurrent();
      await rename(this.draft, target);
    } finally {
      await rm(this.draft, { force: true });
    }
    return 'written';
  }

  async finish(): Promise<number> {
    await this.requireCurrent();
    let removed = 0;
    for (const path of this.former.keys()) {
      if (this.entries.has(path)) continue;
      await rm(join(this.folder, path), { force: true });
      await this.removeEmpty(dirname(path));
      removed += 1;
    }
    await this.writeManifest();
    await rm(join(this.folder, JOURNAL), { force: true });
    return removed;
  }

  /** Deletes the export. */
  async clear(): Promise<void> {
    this.entries.clear();
    await this.finish();
    await rm(join(this.folder, MANIFEST), { force: true });
  }

  private async removeEmpty(path: string): Promise<void> {
    if (path === '.') return;
    const isGone = await rmdir(join(this.folder, path)).then(
      () => true,
      () => false, // something else is in it
    );
    if (isGone) await this.removeEmpty(dirname(path));
  }

  private async writeManifest(): Promise<void> {
    const draft = await open(this.draft, 'w');
    try {
      await draft.write(`${JSON.stringify({ format: FORMAT, site: this.site } satisfies Head)}\n`);
      let lines = '';
      for (const entry of this.entries.values()) {
        lines += `${JSON.stringify(entry)}\n`;
        if (lines.length < 65_536) continue;
        await draft.write(lines);
        lines = '';
      }
      await draft.write(lines);
      await draft.sync();
    } finally {
      await draft.close();
    }
    await rename(this.draft, join(this.folder, MANIFEST));
  }
}

/** A line that was cut off is none. */
async function linesOf<Line>(path: string): Promise<Line[]> {
  if (!existsSync(path)) return [];
  const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
  return lines.flatMap((line, index) => {
    try {
      return [JSON.parse(line) as Line]; // the edge: written here
    } catch {
      if (index === lines.length - 1) return [];
      throw new ExportError(`${path} is damaged. Export into another folder.`);
    }
  });
}
