import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { AuthorListDto, AuthorProfileDto } from '@sitedesk/contract/authors.dto';
import { Context, RequestContext, TenantId } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { AuthorsService } from './authors.service.js';

/** Author profiles. Anyone who works on pages may look them up. */
@Controller(`${EDITOR_PATH}/authors`)
export class AuthorsController {
  constructor(private readonly authors: AuthorsService) {}

  /** List authors. */
  @Get()
  @RequirePermission('dashboard.view')
  list(@TenantId() tenantId: string, @QueryInput() query: AuthorListDto) {
    return this.authors.list(tenantId, query);
  }

  /** Get an author. */
  @Get(':id')
  @SendsEntityTag()
  @RequirePermission('dashboard.view')
  get(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.authors.get(tenantId, id);
  }

  /** Create an author. */
  @Post()
  @SendsEntityTag()
  @RequirePermission('authors.manage')
  @Audited('author.create')
  create(@Context() context: RequestContext, @JsonBody() input: AuthorProfileDto) {
    return this.authors.create(context, input);
  }

  /** Change an author. */
  @Put(':id')
  @SendsEntityTag()
  @RequirePermission('authors.manage')
  @Audited('author.change')
  replace(
    @Context() context: RequestContext,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody() input: AuthorProfileDto,
  ) {
    return this.authors.replace(context, id, version, input);
  }

  /** Delete an author. */
  @Delete(':id')
  @RequirePermission('authors.manage')
  @Audited('author.delete')
  @HttpCode(204)
  async delete(@Context() context: RequestContext, @IdParam('id') id: string): Promise<void> {
    await this.authors.delete(context, id);
  }
}
