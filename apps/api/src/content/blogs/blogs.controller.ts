import { Controller, Get, Header, Param, Req, Res, StreamableFile } from '@nestjs/common';
import type { BlogEntry, BlogStream } from '@sitedesk/contract/articles';
import { BlogListDto } from '@sitedesk/contract/articles.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipeline } from 'node:stream';
import { Public, RequirePermission } from '../../platform/http/access.js';
import { bestCoding, encoder } from '../../platform/http/content-coding.js';
import { TenantId } from '../../platform/http/request-context.js';
import { QueryInput } from '../../platform/http/request-input.js';
import { answerWith, type StoredPage } from '../site/page-cache.js';
import { PublicSiteService } from '../site/public-site.service.js';
import { type BlogJson, BlogsService, type ListState } from './blogs.service.js';
import { previewPage } from './preview-page.js';
import { storedList } from './stored-list.js';

/** Blogs and their posts for programs, and a look at one for anyone (specification 4.5). */
@Controller(`${EDITOR_PATH}/blogs`)
export class BlogsController {
  constructor(
    private readonly blogs: BlogsService,
    private readonly site: PublicSiteService,
  ) {}

  /** List the blogs of the site. */
  @Get('GetBlogs')
  @RequirePermission('dashboard.view', 'pages.view')
  async streams(
    @TenantId() tenantId: string,
    @QueryInput() query: BlogListDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly BlogStream[] | undefined> {
    const state = await this.blogs.blogsState(tenantId, query);
    if (isKnown(request, reply, state)) return undefined;
    return sent(request, reply, storedList(await this.blogs.blogs(tenantId, query), request.url, state));
  }

  /** List the posts of a blog, the newest first. */
  @Get(':blogKey/getentries')
  @RequirePermission('dashboard.view', 'pages.view')
  async entries(
    @TenantId() tenantId: string,
    @Param('blogKey') blogKey: string,
    @QueryInput() query: BlogListDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly BlogEntry[] | undefined> {
    const blog = await this.blogs.find(tenantId, blogKey, query);
    if (isKnown(request, reply, blog)) return undefined;
    const list = await this.blogs.entries(tenantId, blog, query, request.url);
    if (list) return sent(request, reply, list);
    return streamed(request, reply, await this.blogs.allEntries(tenantId, blog.number, query));
  }

  /** Show what is live of a blog, as a page that can do nothing. */
  @Get(':blogKey/preview')
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header(
    'Content-Security-Policy',
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  )
  @Header('X-Robots-Tag', 'noindex')
  async preview(
    @TenantId() tenantId: string,
    @Param('blogKey') blogKey: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { number, title } = await this.blogs.find(tenantId, blogKey);
    const language = await this.site.language(tenantId);
    void reply.header('Content-Language', language);
    return previewPage(title, await this.blogs.newest(tenantId, number), language);
  }
}

/** Whether the caller has the list already (304): then nothing of it is read. */
function isKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, changedAt, isDated }: ListState,
): boolean {
  void reply.headers({
    ETag: tag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Cookie, Accept-Encoding',
  });
  // Changes that come faster than seconds have dates that are still to come.
  const date = changedAt && changedAt.getTime() <= Date.now() ? changedAt.toUTCString() : undefined;
  if (date !== undefined) void reply.header('Last-Modified', date);
  const { 'if-none-match': known, 'if-modified-since': since } = request.headers;
  const isSame =
    known === undefined
      ? isDated && date !== undefined && since === date
      : known.split(',').some((each) => each.trim().replace(/^W\//, '') === tag.slice(2));
  if (isSame) void reply.status(304);
  return isSame;
}

/** The array alone; what belongs to the page is in headers. */
function sent(request: FastifyRequest, reply: FastifyReply, list: StoredPage): never {
  const coding = bestCoding(request.headers['accept-encoding']);
  for (const [at, name] of list.headers.entries())
    if (at % 2 === 0) void reply.header(name, list.headers[at + 1]);
  void reply.header('Content-Type', 'application/json; charset=utf-8');
  if (coding !== 'identity') void reply.header('Content-Encoding', coding);
  return answerWith(list, coding).body as never; // it sends octets as well, whatever its type says
}

/** The same octets as of the array, which never is one. */
function streamed(request: FastifyRequest, reply: FastifyReply, { json, total }: BlogJson): never {
  if (total !== undefined) void reply.header('X-Total-Count', total);
  const coding = bestCoding(request.headers['accept-encoding']);
  if (coding !== 'identity') void reply.header('Content-Encoding', coding);
  const octets = coding === 'identity' ? json : pipeline(json, encoder(coding), () => undefined);
  return new StreamableFile(octets, { type: 'application/json; charset=utf-8' }) as never; // it sends them, whatever its type says
}
