import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailSummary, readMail, summaryOf } from './mail.js';

const FILE = /^(\d{13}-[0-9a-f]{8})\.eml$/;
const ID_BYTES = 4;

interface MailStoreOptions {
  /** Created with the first email. */
  readonly folder: string;
  /** How many emails are kept; the oldest go first. */
  readonly capacity: number;
  readonly now?: () => number;
}

/** The caught emails: one `.eml` file each, so that they outlive a restart; only summaries are in memory. */
export class MailStore {
  /** Newest first. */
  private summaries: readonly MailSummary[] = [];
  private readonly listeners = new Set<() => void>();

  private constructor(private readonly options: MailStoreOptions) {}

  /** Opens the store with the emails that an earlier run has left in the folder. */
  static async open(options: MailStoreOptions): Promise<MailStore> {
    const store = new MailStore(options);
    await store.load();
    return store;
  }

  get folder(): string {
    return this.options.folder;
  }

  list(): readonly MailSummary[] {
    return this.summaries;
  }

  /** Calls back after every change; returns how to stop that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Keeps an email. When this returns it is on disk. */
  async add(raw: Buffer): Promise<MailSummary> {
    const id = `${(this.options.now ?? Date.now)()}-${randomBytes(ID_BYTES).toString('hex')}`;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const unfinished = join(this.folder, `.${id}.part`);
    await writeFile(unfinished, raw, { mode: 0o600, flush: true });
    await rename(unfinished, this.pathOf(id));
    const summary = summaryOf(id, await readMail(raw));
    await this.replace([summary, ...this.summaries]);
    return summary;
  }

  /** An email as it came over the wire, or undefined when it is not (or no longer) here. */
  async read(id: string): Promise<Buffer | undefined> {
    if (!this.summaries.some((summary) => summary.id === id)) return undefined;
    return readFile(this.pathOf(id)).catch(() => undefined);
  }

  async deleteAll(): Promise<void> {
    const ids = this.summaries.map(({ id }) => id);
    this.summaries = this.summaries.filter(({ id }) => !ids.includes(id));
    await this.deleteFiles(ids);
    this.announce();
  }

  private async load(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    const ids = names
      .flatMap((name) => FILE.exec(name)?.[1] ?? [])
      .sort()
      .reverse();
    const kept = ids.slice(0, this.options.capacity);
    this.summaries = await Promise.all(
      kept.map(async (id) => summaryOf(id, await readMail(await readFile(this.pathOf(id))))),
    );
    await this.deleteFiles(ids.slice(this.options.capacity));
  }

  private async replace(summaries: readonly MailSummary[]): Promise<void> {
    this.summaries = summaries.slice(0, this.options.capacity);
    await this.deleteFiles(summaries.slice(this.options.capacity).map(({ id }) => id));
    this.announce();
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }

  private async deleteFiles(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => rm(this.pathOf(id), { force: true })));
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id}.eml`);
  }
}
