import { Inject, Injectable } from '@nestjs/common';
import { PREVIEW_PATH } from '@sitedesk/contract/preview-links';
import { buffer } from 'node:stream/consumers';
import type { MediaAnswer } from '../../content/site/media.service.js';
import { PageCache, type StoredPage, storedOctets, storedPage } from '../../content/site/page-cache.js';
import { PublicDatabase } from '../../content/site/public-database.js';
import { PublicPagesService } from '../../content/site/public-pages.service.js';
import { SiteAnswers } from '../../content/site/site-answers.js';
import { CLOSED_ROBOTS, SITE_FILES } from '../../content/site/site-files.js';
import { readSiteSettings } from '../../content/site/site-settings.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { statement } from '../../platform/database/sql.js';
import { bestCoding } from '../../platform/http/content-coding.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { type ResolvedTenant, TenantsService } from '../../platform/tenancy/tenants.service.js';
import { hasHashedName, typeOfPath } from './deployed-path.js';
import { RULE_FILES } from './deployed-tree.js';
import type { ServingRules } from './deployment-inspection.service.js';
import { DEPLOYMENT_PREVIEW, openPreview, openPreviewLabel } from './deployment-preview.js';
import { FileAnswersService, type FoundFile } from './file-answers.service.js';
import { readPreviewDomain } from './preview-domain.js';
import { headerMatcher } from './rules/header-rules.js';
import { fileOf, type RedirectMatch, redirectMatcher } from './rules/redirect-rules.js';
import { unlisted } from './unlisted.js';
import type { SiteRequest } from '../../content/site/site-request.js';

const PREVIEW_PREFIX = `${PREVIEW_PATH}/`;
const LIVE_APPLICATIONS = statement(
  'live_applications',
)`SELECT path, number, rules FROM live_applications($1)`;
const FIND_FILE = statement(
  'application_file',
)`SELECT deployment, hash, size::text AS size, is_live FROM application_file($1, $2, $3)`;
const PREVIEWED_RULES = statement('previewed_deployment')`SELECT rules FROM previewed_deployment($1, $2, $3)`;
const PREVIEWED_APPLICATION = statement(
  'previewed_application',
)`SELECT rules, path FROM previewed_application($1, $2, $3)`;
const PREVIEWED_FILE = statement(
  'previewed_file',
)`SELECT deployment, hash, size::text AS size, is_live FROM previewed_file($1, $2, $3, $4)`;

interface LiveRow {
  readonly path: string;
  readonly number: number;
  readonly rules: ServingRules | null;
}

/** An application at an address, with the rules of what is there. */
interface ServedApplication {
  readonly number: number;
  /** Its address, without a slash at the end. */
  readonly base: string;
  /** The deployment that a preview shows; undefined for what is live. */
  readonly preview?: number;
  readonly redirects: ReturnType<typeof redirectMatcher> | null;
  readonly headersOf: ReturnType<typeof headerMatcher> | null;
}

/** What is live on a site. */
interface SiteApplications {
  /** By their first segment. */
  readonly bySegment: ReadonlyMap<string, ServedApplication>;
  /** Where none of them may be shown. */
  readonly editorHost: string | undefined;
}

/** Octets of all files that are kept in memory, and of one that is. */
const KEPT = { all: 64 * 1024 * 1024, one: 512 * 1024 } as const;

/** Where a file is kept, and what nothing may have changed since it was looked for. */
interface Keep {
  readonly key: string;
  readonly generation: string;
}

/** What a file is kept as. Undefined for requests that ask for a part, or whose addresses can be invented without end. */
function keptAs({ url = '', headers }: SiteRequest): string | undefined {
  if (headers.range !== undefined || url.includes('?')) return undefined;
  const coding = bestCoding(headers['accept-encoding']);
  return coding === 'identity' ? url : `${coding} ${url}`;
}

const MISSING: StoredPage = storedPage(
  404,
  ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'],
  'Not found\n',
);

/** Files of applications that are live, on the public site: everything below the address of one is its own. */
@Injectable()
export class ApplicationFilesService {
  /** Of sites, until anything of the site changes. */
  private readonly applications = new Map<string, SiteApplications>();
  private generation = 0;
  /** Files with a hash in their names, of what is live: what browsers ask for most, and what changes least. */
  private readonly kept = new PageCache(KEPT.all);

  constructor(
    private readonly database: PublicDatabase,
    private readonly files: FileAnswersService,
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
    private readonly pages: PublicPagesService,
    answers: SiteAnswers,
    changes: DatabaseChanges,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    answers.add((tenant, host, request) => this.answer(tenant, host, request));
    const domain = runtime.env.of(readPreviewDomain);
    if (domain !== undefined) {
      const end = `.${domain}`;
      answers.addHosts((host, request) =>
        host.endsWith(end) ? this.previewAt(host.slice(0, -end.length), host, request) : undefined,
      );
    }
    for (const channel of [CHANNELS.pages, CHANNELS.tenant])
      changes.on(channel, (tenantId) => {
        this.kept.forget(tenantId);
        this.forget(() => this.applications.delete(tenantId));
      });
    changes.onLost(() => {
      this.kept.forgetAll();
      this.forget(() => this.applications.clear());
    });
  }

  private forget(work: () => unknown): void {
    this.generation += 1;
    work();
  }

  /** @returns undefined, at once where the site is known, for what is no address of an application */
  private answer(
    tenant: ResolvedTenant,
    host: string,
    request: SiteRequest,
  ): StoredPage | Promise<MediaAnswer | StoredPage | undefined> | undefined {
    const { url = '' } = request;
    if (url.startsWith(PREVIEW_PREFIX)) {
      const preview = DEPLOYMENT_PREVIEW.exec(url)?.groups;
      if (preview) return this.preview(tenant, host, request, preview);
    }
    const known = this.applications.get(tenant.id);
    if (known) return this.answerAmong(known, tenant, host, request);
    const generation = this.kept.generation(tenant.id);
    return this.read(tenant.id).then((read) => this.answerAmong(read, tenant, host, request, generation));
  }

  /** @param generation of what is kept, taken before what is live was read; undefined when that was known */
  private answerAmong(
    { bySegment, editorHost }: SiteApplications,
    { id: tenantId }: ResolvedTenant,
    host: string,
    request: SiteRequest,
    generation?: string,
  ): StoredPage | Promise<MediaAnswer | StoredPage> | undefined {
    if (editorHost === host) return undefined;
    const { url = '' } = request;
    const first = firstSegment(url);
    const application = bySegment.get(first);
    if (!application) return undefined;
    const key = keptAs(request);
    const kept = key === undefined ? undefined : this.kept.get(tenantId, key);
    if (kept) return kept;
    const [path = ''] = url.split('?', 1);
    const rest = path === first ? undefined : path.slice(first.length + 1);
    const before = generation ?? this.kept.generation(tenantId);
    return this.answerBelow(tenantId, request, application, rest, before);
  }

  /** A deployment that isn't live, for who has a signed address of it. Any other address below `/_preview` answers alike. */
  private async preview(
    tenant: ResolvedTenant,
    host: string,
    request: SiteRequest,
    { token = '', slash, rest = '' }: Readonly<Record<string, string>>,
  ): Promise<MediaAnswer | StoredPage | undefined> {
    const shown = openPreview(this.runtime.keyRing, tenant.id, token, this.clock.now());
    const [found] = shown
      ? await this.database.run<Pick<LiveRow, 'rules'>>(PREVIEWED_RULES, [
          tenant.id,
          shown.article,
          shown.deployment,
        ])
      : [];
    const isHidden = await this.isOfEditor(tenant.id, host);
    if (!shown || !found || isHidden) return this.pages.read(tenant, host, undefined);
    const { article: number, deployment: preview } = shown;
    const application = {
      ...servedBy(`${PREVIEW_PATH}/${token}`, { number, rules: found.rules }),
      preview,
    };
    const path = slash === undefined ? undefined : rest;
    return unlisted(await this.answerBelow(tenant.id, request, application, path));
  }

  /**
   * A deployment at a hostname of its own, for who has that. The application is at the path that it has, or will have, on the site,
   * so that what its build wrote of that path is right; nothing else is there.
   */
  private async previewAt(
    label: string,
    host: string,
    request: SiteRequest,
  ): Promise<MediaAnswer | StoredPage> {
    const [, pathname = '', query = ''] = /^([^?]*)(.*)$/.exec(request.url ?? '') ?? [];
    if (pathname === SITE_FILES.robots) return CLOSED_ROBOTS;
    const shown = openPreviewLabel(this.runtime.keyRing, label, this.clock.now());
    const tenant = shown && (await this.tenants.find(shown.tenantId));
    if (!tenant) return unlisted(MISSING);
    const { article: number, deployment: preview } = shown;
    const [found] = await this.database.run<Pick<LiveRow, 'rules' | 'path'>>(PREVIEWED_APPLICATION, [
      tenant.id,
      number,
      preview,
    ]);
    if (!found || (await this.isOfEditor(tenant.id, host))) return unlisted(MISSING);
    const base = encodeURI(found.path);
    if (pathname === '/')
      return unlisted(storedPage(302, ['Location', `${base}/${query}`, 'Cache-Control', 'no-store'], ''));
    const isBelow = pathname.startsWith(`${base}/`);
    if (!isBelow && pathname !== base) return unlisted(MISSING);
    const application = { ...servedBy(base, { number, rules: found.rules }), preview };
    const rest = isBelow ? pathname.slice(base.length + 1) : undefined;
    return unlisted(await this.answerBelow(tenant.id, request, application, rest));
  }

  private async read(tenantId: string): Promise<SiteApplications> {
    const { generation } = this;
    const rows = await this.database.run<LiveRow>(LIVE_APPLICATIONS, [tenantId]);
    const { editorHost } = await this.settings.read(tenantId, readSiteSettings);
    const bySegment = new Map(
      rows.map(({ path, ...row }) => [encodeURI(path), servedBy(encodeURI(path), row)]),
    );
    const read = { bySegment, editorHost };
    if (generation === this.generation) this.applications.set(tenantId, read);
    return read;
  }

  /** Where only the administration may be shown. */
  private async isOfEditor(tenantId: string, host: string): Promise<boolean> {
    return (await this.settings.read(tenantId, readSiteSettings)).editorHost === host;
  }

  /** @param generation of what was kept when the application was known; undefined for what isn't kept */
  private async answerBelow(
    tenantId: string,
    request: SiteRequest,
    application: ServedApplication,
    rest: string | undefined,
    generation?: string,
  ): Promise<MediaAnswer | StoredPage> {
    if (rest === undefined) {
      // Relative addresses in it are below it.
      const query = request.url?.slice(application.base.length) ?? '';
      return storedPage(308, ['Location', `${application.base}/${query}`, 'Cache-Control', 'no-cache'], '');
    }
    const path = decoded(rest);
    if (path === undefined || RULE_FILES.includes(path)) return MISSING;
    const wanted = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    const found = await this.find(tenantId, application, wanted);
    if (found) {
      const answer = await this.files.answer(tenantId, request, {
        ...application,
        path: wanted,
        file: found,
      });
      const key = generation === undefined ? undefined : keptAs(request);
      const isKept = found.is_live && hasHashedName(wanted) && Number(found.size) <= KEPT.one;
      if (!isKept || key === undefined || generation === undefined) return answer;
      return this.keep(tenantId, answer, found, { key, generation });
    }
    const rule = application.redirects?.find(`/${rest}`)?.match;
    if (rule) return this.byRule(tenantId, request, application, rule);
    // A script that isn't there is never answered with a page: browsers and caches would take it for the script.
    if (typeOfPath(wanted) !== undefined && !wanted.endsWith('index.html')) return MISSING;
    if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) return MISSING;
    return this.sendLive(tenantId, request, { application, path: 'index.html' });
  }

  private async keep(
    tenantId: string,
    answer: MediaAnswer,
    { hash }: FoundFile,
    { key, generation }: Keep,
  ): Promise<MediaAnswer | StoredPage> {
    if (answer.status !== 200 || !answer.body) return answer;
    const kept = storedOctets(answer.headers, await buffer(answer.body), hash);
    this.kept.keep(tenantId, key, kept, generation);
    return kept;
  }

  private async find(
    tenantId: string,
    { number, preview }: ServedApplication,
    path: string,
  ): Promise<FoundFile | undefined> {
    if (preview !== undefined) {
      const [previewed] = await this.database.run<FoundFile>(PREVIEWED_FILE, [
        tenantId,
        number,
        preview,
        path,
      ]);
      return previewed;
    }
    const [found] = await this.database.run<FoundFile>(FIND_FILE, [tenantId, number, path]);
    return found && (found.is_live || hasHashedName(path)) ? found : undefined;
  }

  private async sendLive(
    tenantId: string,
    request: SiteRequest,
    {
      application,
      path,
      status,
    }: { readonly application: ServedApplication; readonly path: string; readonly status?: 404 },
  ): Promise<MediaAnswer | StoredPage> {
    const file = await this.find(tenantId, application, path);
    if (!file?.is_live) return MISSING;
    const answer = await this.files.answer(tenantId, request, { ...application, path, file });
    if (status === undefined || answer.status !== 200) return answer;
    const { headers, body } = answer;
    return { status, headers, body };
  }

  /** Where no file is, as `_redirects` says. */
  private byRule(
    tenantId: string,
    request: SiteRequest,
    application: ServedApplication,
    rule: RedirectMatch,
  ): StoredPage | Promise<MediaAnswer | StoredPage> {
    const { to, status } = rule;
    if (status === 200 || status === 404) {
      const path = decoded(fileOf(to));
      if (path === undefined || RULE_FILES.includes(path)) return MISSING;
      return this.sendLive(tenantId, request, { application, path, ...(status === 404 ? { status } : {}) });
    }
    const query = to.includes('?') ? '' : (/\?.*$/.exec(request.url ?? '')?.[0] ?? '');
    const [target = '', hash = ''] = to.split(/(?=#)/);
    const location = `${target.startsWith('/') ? application.base : ''}${target}${query}${hash}`;
    return storedPage(status, ['Location', location, 'Cache-Control', 'no-cache'], '');
  }
}

const servedBy = (base: string, { number, rules }: Pick<LiveRow, 'number' | 'rules'>): ServedApplication => ({
  number,
  base,
  redirects: rules && redirectMatcher(rules.redirects),
  headersOf: rules && headerMatcher(rules.headers),
});

/** With its slash. */
function firstSegment(url: string): string {
  const end = url.slice(1).search(/[/?]/);
  return end === -1 ? url : url.slice(0, end + 1);
}

/** Below an application, names of files are taken as they are: in upper and lower case. */
function decoded(rest: string): string | undefined {
  try {
    const path = decodeURIComponent(rest);
    return path.includes('\0') || /\p{Surrogate}/u.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}
