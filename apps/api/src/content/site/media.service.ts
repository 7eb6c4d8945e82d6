import { Inject, Injectable } from '@nestjs/common';
import { type ImageFormat, MEDIA_HASH, MEDIA_PATH } from '@sitedesk/contract/files';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { statement } from '../../platform/database/sql.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import type { ResolvedTenant } from '../../platform/tenancy/tenants.service.js';
import { BlobStore } from '../files/blob-store.js';
import { contentHeaders } from '../files/file-headers.js';
import { mediaPath } from '../files/file-rows.js';
import type { OctetRange } from '../files/object-store.js';
import { type ImageRecipe, isSigned, readRecipe } from '../files/image-recipes.js';
import { ImagesService } from '../files/images.service.js';
import { rangeOf } from './byte-range.js';
import { isKnown, type StoredPage, storedPage } from './page-cache.js';
import { FIND_FILES, formatsOf, type PageFile, pictureIn } from './page-files.js';
import { PublicDatabase } from './public-database.js';
import { readSiteSettings } from './site-settings.js';
import type { SiteRequest } from './site-request.js';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const SIGNED = String.raw`(?<recipe>[a-z0-9-]+)\.(?<signature>[\w-]{16})/`;
const PLACE = new RegExp(
  String.raw`^${MEDIA_PATH}/(?<id>${UUID})/(?:(?<hash>[0-9a-f]{${MEDIA_HASH}})/(?:${SIGNED})?)?[^/?]+(?:\?.*)?$`,
);
const YEAR_SECONDS = 31_536_000;
/** How long a short URL may lead to what the file was. */
const SHORT_SECONDS = 60;

const FIND_FILE = statement('site_file')`SELECT name, type, hash, size, is_current FROM public_file($1, $2)`;

interface FoundFile {
  readonly name: string;
  readonly type: string;
  readonly hash: string;
  readonly size: string;
  readonly is_current: boolean;
}

/** What is sent of a file: itself, or a picture that is made of it. */
export interface SentContent {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Equal for equal octets. */
  readonly tag: string;
  read(range: OctetRange | undefined): Promise<NodeJS.ReadableStream>;
}

/** A content as it is sent: its headers, and its octets unless the request asks for none. */
export interface MediaAnswer {
  readonly status: 200 | 206 | 304 | 404 | 416;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: NodeJS.ReadableStream | undefined;
}

/** Files of the public site. A URL with a hash answers the same for ever, one without leads to what the file is now. */
@Injectable()
export class MediaService {
  constructor(
    private readonly database: PublicDatabase,
    private readonly store: BlobStore,
    private readonly images: ImagesService,
    private readonly settings: SettingsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** @returns undefined where there is nothing. @throws ProblemException 503 */
  async answer(
    { id: tenantId }: ResolvedTenant,
    host: string,
    request: SiteRequest,
  ): Promise<MediaAnswer | StoredPage | undefined> {
    const { editorHost } = await this.settings.read(tenantId, readSiteSettings);
    if (editorHost === host) return undefined;
    const content = await this.contentAt(tenantId, request.url ?? '', request.headers.accept);
    return content && 'read' in content ? answerWith(content, request) : content;
  }

  /** What a URL is answered with in the end, for a copy of the site. @throws ProblemException 503 */
  async copy(tenantId: string, url: string): Promise<SentContent | undefined> {
    const content = await this.contentAt(tenantId, url);
    if (!content || 'read' in content) return content;
    const { headers } = content;
    const target = await this.contentAt(tenantId, headers[headers.indexOf('Location') + 1] ?? '');
    return target && 'read' in target ? target : undefined;
  }

  private async contentAt(
    tenantId: string,
    url: string,
    accept = '',
  ): Promise<SentContent | StoredPage | undefined> {
    const { id, hash, recipe, signature = '' } = PLACE.exec(url)?.groups ?? {};
    if (id === undefined) return undefined;
    const versions = await this.database.run<FoundFile>(FIND_FILE, [tenantId, id]);
    const found = versions.find((each) =>
      hash === undefined ? each.is_current : each.hash.startsWith(hash),
    );
    if (!found) return undefined;
    if (hash === undefined) return this.leadOn(tenantId, id, found, accept);
    if (!found.type.startsWith('image/'))
      return recipe === undefined ? this.original(tenantId, found) : undefined;
    // What a camera noted is in no picture that visitors get.
    if (recipe === undefined) return this.image(tenantId, found, 'full');
    const image = { tenantId, hash: found.hash, recipe };
    if (!readRecipe(recipe) || !isSigned(this.runtime.keyRing, image, signature)) return undefined;
    return this.image(tenantId, found, recipe as ImageRecipe); // it has just been read
  }

  /** From a short URL to what the file is now: a picture in the smallest format that the client asks for. */
  private async leadOn(
    tenantId: string,
    id: string,
    { name, type, hash }: FoundFile,
    accept: string,
  ): Promise<StoredPage> {
    const formats = type.startsWith('image/') ? formatsOf(type) : [];
    const cache = ['Cache-Control', `public, max-age=${SHORT_SECONDS}`];
    const varies = formats.length === 0 ? [] : ['Vary', 'Accept'];
    const format = askedFormat(accept, formats);
    const [file] = format ? await this.database.run<PageFile>(FIND_FILES, [tenantId, [id]]) : [];
    const { keyRing } = this.runtime;
    const picture = format && file && pictureIn(format, file, { tenantId, keyRing });
    return storedPage(302, ['Location', picture ?? mediaPath(id, hash, name), ...cache, ...varies], '');
  }

  private original(tenantId: string, { name, type, hash, size }: FoundFile): SentContent {
    return {
      name,
      type,
      size: Number(size),
      tag: hash.slice(0, 32),
      read: (range) => this.store.read(tenantId, hash, range),
    };
  }

  private async image(
    tenantId: string,
    { name, type: original, hash }: FoundFile,
    wanted: ImageRecipe,
  ): Promise<SentContent> {
    const { recipe, type, format, size } = await this.images.variant(tenantId, hash, original, wanted);
    return {
      name: type === original ? name : `${name}.${format}`,
      type,
      size,
      tag: `${hash.slice(0, 32)}.${recipe}`,
      read: (range) => this.store.readVariant(tenantId, hash, recipe, range),
    };
  }
}

/** The first of the formats that a client names for a picture on a page. Someone who opens a picture gets it as it is. */
function askedFormat(accept: string, formats: readonly ImageFormat[]): ImageFormat | undefined {
  const asked = accept.toLowerCase().split(',');
  const types = asked
    .filter((each) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(each))
    .map((each) => each.split(';')[0]?.trim());
  if (types.includes('text/html')) return undefined;
  return formats.find((format) => types.includes(`image/${format}`));
}

async function answerWith(
  content: SentContent,
  { method, headers: asked }: SiteRequest,
): Promise<MediaAnswer> {
  const { size, tag } = content;
  const headers = [
    ...contentHeaders(content).flat(),
    'Cache-Control',
    `public, max-age=${YEAR_SECONDS}, immutable`,
    'ETag',
    `"${tag}"`,
    'Accept-Ranges',
    'bytes',
  ];
  if (isKnown(asked['if-none-match'], tag)) return { status: 304, headers, body: undefined };
  const isSame = asked['if-range'] === undefined || asked['if-range'] === `"${tag}"`;
  const range = method === 'GET' && isSame ? rangeOf(asked.range, size) : undefined;
  if (range === 'unsatisfiable') {
    const none = ['Content-Range', `bytes */${size}`, 'Content-Length', '0'];
    return { status: 416, headers: [...headers, ...none], body: undefined };
  }
  const length = ['Content-Length', String(range ? range.end - range.start + 1 : size)];
  const body = method === 'HEAD' ? undefined : await content.read(range);
  if (!range) return { status: 200, headers: [...headers, ...length], body };
  const part = ['Content-Range', `bytes ${range.start}-${range.end}/${size}`];
  return { status: 206, headers: [...headers, ...length, ...part], body };
}
