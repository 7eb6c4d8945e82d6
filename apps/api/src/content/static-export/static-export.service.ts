import { HttpStatus, Inject, Injectable, StreamableFile } from '@nestjs/common';
import { MEDIA_PATH } from '@sitedesk/contract/files';
import { PUBLIC_SITE_EXPORT, PUBLIC_SITE_TEXTS } from '@sitedesk/contract/public-site';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { ProblemException } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type ResolvedTenant, TenantsService } from '../../platform/tenancy/tenants.service.js';
import { MediaService } from '../site/media.service.js';
import type { StoredPage } from '../site/page-cache.js';
import { isMoved } from '../site/page-answers.js';
import { PublicPagesService } from '../site/public-pages.service.js';
import { PublicSiteService } from '../site/public-site.service.js';
import { ASSETS } from '../site/site-assets.js';
import { type ExportFile, fileOf, type ExportSink } from './export-file.js';
import { ExportZip } from './export-zip.js';
import { referencesIn } from './page-references.js';
import { headersFile, redirectPage, redirectsFile, type StaticRedirect } from './static-hosts.js';

export interface ExportResult {
  readonly pages: number;
  readonly redirects: number;
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Addresses that no file can have. */
  readonly skipped: readonly string[];
}

/** Files of a feature. */
type FileSource = (tenant: ResolvedTenant) => AsyncIterable<ExportFile>;

/** Files that mean something to hosts. */
const OWN = { notFound: '404.html', redirects: '_redirects', headers: '_headers' } as const;
const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

/** Writes a site as files that any static host can serve: the octets that visitors get, each file once. */
@Injectable()
export class StaticExportService {
  private running = 0;
  private readonly more: FileSource[] = [];

  constructor(
    private readonly pages: PublicPagesService,
    private readonly media: MediaService,
    private readonly site: PublicSiteService,
    private readonly tenants: TenantsService,
    private readonly auditLog: AuditLogService,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** For features, in the constructor of a service: what stands in an export besides pages. They have their names before any page. */
  addFiles(source: FileSource): void {
    this.more.push(source);
  }

  /**
   * @param contactOrigin where forms find the contact API; the site's own URL unless given, and where that isn't known, the origin
   * that the files are served from
   */
  async write(tenant: ResolvedTenant, sink: ExportSink, contactOrigin?: string): Promise<ExportResult> {
    const origin = contactOrigin ?? (await this.site.origin(tenant.id)) ?? undefined;
    return new Run(tenant, sink, { contactOrigin: origin }, this.pages, this.media).whole(this.more);
  }

  /** As a zip archive. @throws ProblemException 429: each export takes connections and a processor that visitors need */
  async begin(context: RequestContext): Promise<StreamableFile> {
    if (this.running >= PUBLIC_SITE_EXPORT.atOnce)
      throw new ProblemException(HttpStatus.TOO_MANY_REQUESTS, 'busy', PUBLIC_SITE_TEXTS.exportsBusy);
    this.running += 1;
    try {
      const tenant = await this.tenants.find(context.tenantId);
      if (!tenant) throw new Error('The site was removed.');
      await this.auditLog.record(context, { action: 'site.export' });
      // Now, so that a database that is away is an answer and not half a file.
      await this.pages.copy(tenant, undefined, { contactOrigin: undefined });
      const zip = new ExportZip();
      zip.stream.once('close', () => (this.running -= 1));
      this.write(tenant, zip).catch((error: unknown) => {
        if (!zip.stream.destroyed) this.log.error({ event: 'export.failed', tenant: tenant.id, err: error });
        zip.fail(error);
      });
      const disposition = `attachment; filename="${PUBLIC_SITE_EXPORT.fileName}"`;
      return new StreamableFile(zip.stream, { type: 'application/zip', disposition });
    } catch (error) {
      this.running -= 1;
      throw error;
    }
  }
}

/** One export. */
class Run {
  /** Files so far, and folders they are in. */
  private readonly files = new Set<string>(Object.values(OWN));
  private readonly folders = new Set<string>();
  private readonly references = new Set<string>();
  private readonly redirects: StaticRedirect[] = [];
  private readonly skipped: string[] = [];
  private readonly counts = { written: 0, unchanged: 0 };
  private pageCount = 0;
  /** The policy that allows what any page needs. */
  private policy = '';

  constructor(
    private readonly tenant: ResolvedTenant,
    private readonly sink: ExportSink,
    private readonly copied: { readonly contactOrigin: string | undefined },
    private readonly pages: PublicPagesService,
    private readonly media: MediaService,
  ) {}

  async whole(more: readonly FileSource[]): Promise<ExportResult> {
    for (const source of more)
      for await (const file of source(this.tenant)) if (this.claim(file.path)) await this.send(file);
    for await (const { path, withBelow } of this.pages.addresses(this.tenant)) {
      const page = await this.pages.copy(this.tenant, path, this.copied);
      const location = page.headers[page.headers.indexOf('Location') + 1] ?? '';
      if (page.status === 200) await this.page(path, page);
      else if (isMoved(page)) this.redirects.push({ path, location, status: page.status, withBelow });
    }
    const notFound = await this.pages.copy(this.tenant, undefined, this.copied);
    await this.page404(notFound);
    for (const redirect of this.redirects) await this.redirect(redirect);
    await this.send(textFile(OWN.redirects, redirectsFile(this.redirects), TEXT));
    await this.send(textFile(OWN.headers, headersFile(this.policy), TEXT));
    const removed = await this.sink.finish();
    const { skipped, counts, redirects } = this;
    return { pages: this.pageCount, redirects: redirects.length, ...counts, removed, skipped };
  }

  private async page(path: string, page: StoredPage): Promise<void> {
    const type = headerOf(page, 'Content-Type');
    const isHtml = type.startsWith('text/html');
    const file = isHtml ? fileOf(`${path}/index.html`) : fileOf(path);
    if (file === undefined) return void this.skipped.push(path);
    if (!this.claim(file)) return; // a redirect that people made, and a page has the address now
    // What a page shows is there before the page is.
    await this.referencesOf(page);
    if (isHtml) this.widen(page);
    await this.send(pageFile(file, page));
    if (isHtml) this.pageCount += 1;
  }

  private async page404(page: StoredPage): Promise<void> {
    await this.referencesOf(page);
    this.widen(page);
    await this.send(pageFile(OWN.notFound, page));
  }

  /** A page that leads on, unless a file of that name is something else. */
  private async redirect({ path, location }: StaticRedirect): Promise<void> {
    const [, extension = ''] = /\.([^./]+)$/.exec(path) ?? [];
    if (extension !== '' && !/^html?$/.test(extension)) return;
    const file = fileOf(extension === '' ? `${path}/index.html` : path);
    if (file !== undefined && this.claim(file)) await this.send(textFile(file, redirectPage(location), HTML));
  }

  private async referencesOf(page: StoredPage): Promise<void> {
    for (const path of referencesIn(page.identity.toString(), headerOf(page, 'Content-Type'))) {
      if (this.references.has(path)) continue;
      this.references.add(path);
      await (path.startsWith(`${MEDIA_PATH}/`) ? this.medium(path) : this.asset(path));
    }
  }

  private async asset(path: string): Promise<void> {
    const page = ASSETS.get(path) ?? (await this.pages.copy(this.tenant, path, this.copied));
    const file = fileOf(path);
    if (page.status !== 200 || file === undefined || !this.claim(file)) return;
    await this.referencesOf(page);
    await this.send(pageFile(file, page));
  }

  private async medium(path: string): Promise<void> {
    const content = await this.media.copy(this.tenant.id, path);
    if (!content) return;
    const file = fileOf(path);
    if (file === undefined) return void this.skipped.push(path);
    if (!this.claim(file)) return; // in another spelling
    const read = async (): Promise<Readable> => Readable.from(await content.read(undefined));
    const { tag, size, type } = content;
    await this.send({ path: file, tag, size, type, isPacked: !/^text|svg/.test(type), read });
  }

  private async send(file: ExportFile): Promise<void> {
    const outcome = await this.sink.put(file);
    if (outcome === 'skipped') this.skipped.push(file.path);
    else this.counts[outcome] += 1;
  }

  /** Pages with a form need more than others, and nothing less. */
  private widen(page: StoredPage): void {
    const policy = headerOf(page, 'Content-Security-Policy');
    if (policy.length > this.policy.length) this.policy = policy;
  }

  /** Takes a name, unless a file or a folder has it, or what would be its folder is a file. */
  private claim(path: string): boolean {
    const above = path.split('/').map((_, index, names) => names.slice(0, index).join('/'));
    if (this.files.has(path) || this.folders.has(path) || above.some((each) => this.files.has(each)))
      return false;
    this.files.add(path);
    for (const each of above) this.folders.add(each);
    return true;
  }
}

const headerOf = ({ headers }: StoredPage, name: string): string => headers[headers.indexOf(name) + 1] ?? '';

const pageFile = (path: string, page: StoredPage): ExportFile => ({
  path,
  tag: page.tag,
  size: page.identity.length,
  type: headerOf(page, 'Content-Type'),
  isPacked: false,
  read: async () => Readable.from([page.identity]),
});

function textFile(path: string, text: string, type: string): ExportFile {
  const identity = Buffer.from(text);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return {
    path,
    tag,
    size: identity.length,
    type,
    isPacked: false,
    read: async () => Readable.from([identity]),
  };
}
