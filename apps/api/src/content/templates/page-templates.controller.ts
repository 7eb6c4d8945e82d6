import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { DOCUMENT_LIMITS } from '@sitedesk/contract/documents';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { CreateTemplateDto, SaveTemplateDto, TemplateListDto } from '@sitedesk/contract/page-templates.dto';
import { PageDto } from '@sitedesk/contract/rules';
import { Audited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { PageTemplatesService } from './page-templates.service.js';

/** As large as the text of an article, with the IDs of its locked blocks. */
const TEMPLATE_BODY = { maxBytes: DOCUMENT_LIMITS.octets + 131_072, maxKeys: 250_000, maxDepth: 72 } as const;

/** Templates: the blocks that new articles begin with, and which of them stay as they are. */
@Controller(`${EDITOR_PATH}/templates`)
export class PageTemplatesController {
  constructor(private readonly templates: PageTemplatesService) {}

  /** List the templates of the site by name. */
  @Get()
  @RequirePermission('templates.manage', 'pages.create')
  list(@TenantId() tenantId: string, @QueryInput() query: TemplateListDto) {
    return this.templates.list(tenantId, query);
  }

  /** Create a template for pages, posts or blogs. */
  @Post()
  @SendsEntityTag()
  @RequirePermission('templates.manage')
  @Audited('template.create')
  create(@Context() context: CallerContext, @JsonBody(TEMPLATE_BODY) input: CreateTemplateDto) {
    return this.templates.create(context, input);
  }

  /** Get a template with its newest version. */
  @Get(':id')
  @SendsEntityTag()
  @RequirePermission('templates.manage')
  get(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.templates.get(tenantId, id);
  }

  /** Save a template. Other blocks or locks are a new version, and articles keep theirs. */
  @Put(':id')
  @SendsEntityTag()
  @RequirePermission('templates.manage')
  @Audited('template.save')
  save(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() revision: number,
    @JsonBody(TEMPLATE_BODY) input: SaveTemplateDto,
  ) {
    return this.templates.save(context, id, revision, input);
  }

  /** Delete a template. Articles that have it keep their text, and nothing in it is locked anymore. */
  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('templates.manage')
  @Audited('template.delete')
  async delete(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.templates.delete(context, id);
  }

  /** List the versions of a template, the newest first. */
  @Get(':id/versions')
  @RequirePermission('templates.manage')
  versions(@TenantId() tenantId: string, @IdParam('id') id: string, @QueryInput() query: PageDto) {
    return this.templates.versions(tenantId, id, query);
  }

  /** Get a version of a template. */
  @Get(':id/versions/:version')
  @RequirePermission('templates.manage')
  version(@TenantId() tenantId: string, @IdParam('id') id: string, @NumberParam('version') version: number) {
    return this.templates.version(tenantId, id, version);
  }
}
