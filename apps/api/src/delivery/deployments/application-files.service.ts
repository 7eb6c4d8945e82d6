import { Inject, Injectable } from '@nestjs/common';
import { PREVIEW_PATH } from '@sitedesk/contract/preview-links';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { BlobStore } from '../../content/files/blob-store.js';
import { rangeOf } from '../../content/site/byte-range.js';
import type { MediaAnswer } from '../../content/site/media.service.js';
import { YEAR_SECONDS } from '../../content/site/page-answers.js';
import {
  isKnown,
  PageCache,
  type StoredPage,
  storedOctets,
  storedPage,
} from '../../content/site/page-cache.js';
import { PublicDatabase } from '../../content/site/public-database.js';
import { PublicPagesService } from '../../content/site/public-pages.service.js';
import { SiteAnswers } from '../../content/site/site-answers.js';
import { CLOSED_ROBOTS, SITE_FILES } from '../../content/site/site-files.js';
import { readSiteSettings } from '../../content/site/site-settings.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { statement } from '../../platform/database/sql.js';
import { bestCoding, type Coding, encoder } from '../../platform/http/content-coding.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { type ResolvedTenant, TenantsService } from '../../platform/tenancy/tenants.service.js';
import { hasHashedName, typeOfPath } from './deployed-path.js';
import { RULE_FILES } from './deployed-tree.js';
import type { ServingRules } from './deployment-inspection.service.js';
import { DEPLOYMENT_PREVIEW, openPreview, openPreviewLabel } from './deployment-preview.js';
import { readPreviewDomain } from './preview-domain.js';
import { headerMatcher } from './rules/header-rules.js';
import { fileOf, type RedirectMatch, redirectMatcher } from './rules/redirect-rules.js';

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

interface FoundFile {
  readonly deployment: number;
  readonly hash: string;
  readonly size: string;
  readonly is_live: boolean;
}

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

/** Octets of all files that are kept in memory, and of one that is. */
const KEPT = { all: 64 * 1024 * 1024, one: 512 * 1024 } as const;
/** Where a file is kept, and what nothing may have changed since it was looked for. */
interface Keep {
  readonly key: string;
  readonly generation: string;
}

/** Undefined for requests that ask for a part, or whose addresses can be invented without end. */
function keptAs(host: string, { url = '', headers }: IncomingMessage): string | undefined {
  if (headers.range !== undefined || url.includes('?')) return undefined;
  return `${bestCoding(headers['accept-encoding'])} ${host} ${url}`;
}

/** Below so many octets, compressing saves nothing. */
const MIN_CODED = 1_024;
const CODED = /^(?:text\/|application\/(?:json|manifest\+json|xml|wasm)|image\/svg)/;
/** What runs inside of an application is its makers' affair; what it is shown in is not. */
const POLICY = "frame-ancestors 'self'; base-uri 'self'; object-src 'none'";
const MISSING: StoredPage = storedPage(
  404,
  ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'],
  'Not found\n',
);

/** Files of applications that are live, on the public site: everything below the address of one is its own. */
@Injectable()
export class ApplicationFilesService {
  /** Of sites: applications by their first segment, until anything of the site changes. */
  private readonly applications = new Map<string, ReadonlyMap<string, ServedApplication>>();
  private generation = 0;
  private readonly coding = new Map<string, Promise<number>>();
  /** Files with a hash in their names, of what is live: what browsers ask for most, and what changes least. */
  private readonly kept = new PageCache(KEPT.all);

  constructor(
    private readonly database: PublicDatabase,
    private readonly store: BlobStore,
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
    request: IncomingMessage,
  ): StoredPage | Promise<MediaAnswer | StoredPage | undefined> | undefined {
    const preview = DEPLOYMENT_PREVIEW.exec(request.url ?? '')?.groups;
    if (preview) return this.preview(tenant, host, request, preview);
    const known = this.applications.get(tenant.id);
    if (known?.size === 0) return undefined;
    const key = keptAs(host, request);
    const kept = key === undefined ? undefined : this.kept.get(tenant.id, key);
    if (kept) return kept;
    const keep = key === undefined ? undefined : { key, generation: this.kept.generation(tenant.id) };
    if (known) return this.answerAmong(known, tenant, host, request, keep);
    return this.read(tenant.id).then((read) => this.answerAmong(read, tenant, host, request, keep));
  }

  private answerAmong(
    applications: ReadonlyMap<string, ServedApplication>,
    tenant: ResolvedTenant,
    host: string,
    request: IncomingMessage,
    keep: Keep | undefined,
  ): Promise<MediaAnswer | StoredPage | undefined> | undefined {
    const [, first = '', slash, rest = ''] = /^\/([^/?]+)(?:(\/)([^?]*))?/.exec(request.url ?? '') ?? [];
    const application = applications.get(`/${first}`);
    if (!application) return undefined;
    const path = slash === undefined ? undefined : rest;
    return this.answerBelow(tenant, host, request, application, path, keep);
  }

  /** A deployment that isn't live, for who has a signed address of it. Any other address below `/_preview` answers alike. */
  private async preview(
    tenant: ResolvedTenant,
    host: string,
    request: IncomingMessage,
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
    if (!shown || !found) return this.pages.read(tenant, host, undefined);
    const { article: number, deployment: preview } = shown;
    const application = {
      ...servedBy(`${PREVIEW_PATH}/${token}`, { number, rules: found.rules }),
      preview,
    };
    const answer = await this.answerBelow(
      tenant,
      host,
      request,
      application,
      slash === undefined ? undefined : rest,
    );
    return answer && unlisted(answer);
  }

  /**
   * A deployment at a hostname of its own, for who has that. The application is at the path that it has, or will have, on the site,
   * so that what its build wrote of that path is right; nothing else is there.
   */
  private async previewAt(
    label: string,
    host: string,
    request: IncomingMessage,
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
    if (!found) return unlisted(MISSING);
    const base = encodeURI(found.path);
    if (pathname === '/')
      return unlisted(storedPage(302, ['Location', `${base}/${query}`, 'Cache-Control', 'no-store'], ''));
    const isBelow = pathname.startsWith(`${base}/`);
    if (!isBelow && pathname !== base) return unlisted(MISSING);
    const application = { ...servedBy(base, { number, rules: found.rules }), preview };
    const rest = isBelow ? pathname.slice(base.length + 1) : undefined;
    const answer = await this.answerBelow(tenant, host, request, application, rest);
    return unlisted(answer ?? MISSING);
  }

  private async read(tenantId: string): Promise<ReadonlyMap<string, ServedApplication>> {
    const { generation } = this;
    const rows = await this.database.run<LiveRow>(LIVE_APPLICATIONS, [tenantId]);
    const read = new Map(rows.map(({ path, ...row }) => [encodeURI(path), servedBy(encodeURI(path), row)]));
    if (generation === this.generation) this.applications.set(tenantId, read);
    return read;
  }

  private async answerBelow(
    { id: tenantId }: ResolvedTenant,
    host: string,
    request: IncomingMessage,
    application: ServedApplication,
    rest: string | undefined,
    keep?: Keep,
  ): Promise<MediaAnswer | StoredPage | undefined> {
    const { editorHost } = await this.settings.read(tenantId, readSiteSettings);
    if (editorHost === host) return undefined;
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
      const answer = await this.send(tenantId, request, { application, path: wanted, file: found });
      const isKept = keep !== undefined && found.is_live && hasHashedName(wanted);
      return isKept && Number(found.size) <= KEPT.one ? this.keep(tenantId, answer, found, keep) : answer;
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
    request: IncomingMessage,
    {
      application,
      path,
      status,
    }: { readonly application: ServedApplication; readonly path: string; readonly status?: 404 },
  ): Promise<MediaAnswer | StoredPage> {
    const file = await this.find(tenantId, application, path);
    if (!file?.is_live) return MISSING;
    const answer = await this.send(tenantId, request, { application, path, file });
    if (status === undefined || answer.status !== 200) return answer;
    const { headers, body } = answer;
    return { status, headers, body };
  }

  /** Where no file is, as `_redirects` says. */
  private byRule(
    tenantId: string,
    request: IncomingMessage,
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

  private async send(
    tenantId: string,
    { method, headers: asked }: IncomingMessage,
    {
      application: { number, headersOf },
      path,
      file,
    }: { readonly application: ServedApplication; readonly path: string; readonly file: FoundFile },
  ): Promise<MediaAnswer> {
    const { hash, deployment } = file;
    const type = typeOfPath(path) ?? 'application/octet-stream';
    const caching = hasHashedName(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
    const whole = Number(file.size);
    const isCoded = whole >= MIN_CODED && CODED.test(type);
    const isPart = method === 'GET' && asked.range !== undefined;
    const coding: Coding = isCoded && !isPart ? bestCoding(asked['accept-encoding']) : 'identity';
    const tag = `"${hash}${coding === 'identity' ? '' : `-${coding}`}"`;
    // The application's own come first: what the server says stands.
    const own = new Map(file.is_live ? headersOf?.(addressOf(path)) : undefined);
    const [cacheControl = caching] = [...own].flatMap(([name, value]) =>
      name.toLowerCase() === 'cache-control' ? [value] : [],
    );
    const headers = Object.entries({
      ...Object.fromEntries([...own].filter(([name]) => name.toLowerCase() !== 'cache-control')),
      'Content-Type': type,
      'Cache-Control': cacheControl,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Version': `${number}.${deployment}`,
      'Accept-Ranges': 'bytes',
      ETag: tag,
    }).flat();
    if (isCoded) headers.push('Vary', 'Accept-Encoding');
    if (/^(?:text\/html|image\/svg)/.test(type)) headers.push('Content-Security-Policy', POLICY);
    if (isKnown(asked['if-none-match'], hash)) return { status: 304, headers, body: undefined };
    if (coding !== 'identity') {
      const size = await this.coded(tenantId, hash, coding);
      const body = method === 'HEAD' ? undefined : await this.store.readVariant(tenantId, hash, coding);
      return {
        status: 200,
        headers: [...headers, 'Content-Encoding', coding, 'Content-Length', String(size)],
        body,
      };
    }
    const isSame = asked['if-range'] === undefined || asked['if-range'] === `"${hash}"`;
    const range = isPart && isSame ? rangeOf(asked.range, whole) : undefined;
    if (range === 'unsatisfiable') {
      const none = ['Content-Range', `bytes */${whole}`, 'Content-Length', '0'];
      return { status: 416, headers: [...headers, ...none], body: undefined };
    }
    const length = range ? range.end - range.start + 1 : whole;
    const body = method === 'HEAD' ? undefined : await this.store.read(tenantId, hash, range);
    const sized = [...headers, 'Content-Length', String(length)];
    if (!range) return { status: 200, headers: sized, body };
    return {
      status: 206,
      headers: [...sized, 'Content-Range', `bytes ${range.start}-${range.end}/${whole}`],
      body,
    };
  }

  /** Made once for each content, for the first who asks. @returns its octets */
  private async coded(tenantId: string, hash: string, coding: Exclude<Coding, 'identity'>): Promise<number> {
    const made = await this.store.variantSize(tenantId, hash, coding);
    if (made !== undefined) return made;
    const key = `${tenantId} ${hash} ${coding}`;
    const making =
      this.coding.get(key) ??
      this.store
        .keepVariant(tenantId, hash, coding, async (path) =>
          pipeline(
            await this.store.read(tenantId, hash),
            encoder(coding),
            createWriteStream(path, { mode: 0o600 }),
          ),
        )
        .finally(() => this.coding.delete(key));
    this.coding.set(key, making);
    return making;
  }
}

const servedBy = (base: string, { number, rules }: Pick<LiveRow, 'number' | 'rules'>): ServedApplication => ({
  number,
  base,
  redirects: rules && redirectMatcher(rules.redirects),
  headersOf: rules && headerMatcher(rules.headers),
});

/** What no search engine lists, no cache keeps, and no other site learns the address of. */
const UNLISTED = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
};

function unlisted<Answer extends MediaAnswer | StoredPage>(answer: Answer): Answer {
  const names = Object.keys(UNLISTED).map((name) => name.toLowerCase());
  const kept = answer.headers.filter(
    (_, at) => !names.includes(answer.headers[at - (at % 2)]?.toLowerCase() ?? ''),
  );
  return {
    ...answer,
    headers: [...kept, ...Object.entries(UNLISTED).flat()],
    ...('answers' in answer && { answers: {} }),
  };
}

/** How `_headers` names a file: an index by its folder. */
const addressOf = (path: string): string => `/${path.replace(/(^|\/)index\.html$/, '$1')}`;

/** Below an application, names of files are taken as they are: in upper and lower case. */
function decoded(rest: string): string | undefined {
  try {
    const path = decodeURIComponent(rest);
    return path.includes('\0') || /\p{Surrogate}/u.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}
