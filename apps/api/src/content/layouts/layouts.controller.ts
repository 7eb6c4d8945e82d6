import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { LAYOUT_LIMITS } from '@sitedesk/contract/layouts';
import {
  CheckLayoutDto,
  CreateLayoutDto,
  PublishLayoutDto,
  SaveLayoutDto,
} from '@sitedesk/contract/layouts.dto';
import { PageDto } from '@sitedesk/contract/rules';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { LayoutsService } from './layouts.service.js';

/** A source in JSON: each character may take a few octets. */
const SOURCE = { maxBytes: 4 * (2 * LAYOUT_LIMITS.code + 3 * LAYOUT_LIMITS.html) };

/** Layouts: the frame of all pages of the public site. */
@Controller(`${EDITOR_PATH}/layouts`)
@RequirePermission('layouts.manage')
export class LayoutsController {
  constructor(private readonly layouts: LayoutsService) {}

  /** List the layouts of the site by name. */
  @Get()
  list(@TenantId() tenantId: string, @QueryInput() query: PageDto) {
    return this.layouts.list(tenantId, query);
  }

  /** Get the layout that all pages have now, and what they had before. */
  @Get('live')
  @SendsEntityTag()
  live(@TenantId() tenantId: string) {
    return this.layouts.live(tenantId);
  }

  /** Create a layout from a theme, another layout, or the HTML of a page. Pages don’t change. */
  @Post()
  @SendsEntityTag()
  @Audited('layout.create')
  create(@Context() context: CallerContext, @JsonBody(SOURCE) input: CreateLayoutDto) {
    return this.layouts.create(context, input);
  }

  /** Check a layout, and list its slots and what its pages may run. Nothing is stored. */
  @Action('check')
  @NotAudited('Says what the compiler finds. Changes nothing.')
  check(@JsonBody(SOURCE) { source }: CheckLayoutDto) {
    return this.layouts.check(source);
  }

  /** Undo the last change of the layout: all pages have the former one again. `If-Match` names its `sequence`. */
  @Action('undo-publication')
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('layout.undo-publication')
  undo(@Context() context: CallerContext, @ExpectedVersion() sequence: number) {
    return this.layouts.undo(context, sequence);
  }

  /** Get a layout with its draft. */
  @Get(':id')
  @SendsEntityTag()
  get(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.layouts.get(tenantId, id);
  }

  /** Save the draft of a layout, also one with errors. Pages don’t change. */
  @Put(':id')
  @SendsEntityTag()
  @Audited('layout.save')
  save(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() revision: number,
    @JsonBody(SOURCE) input: SaveLayoutDto,
  ) {
    return this.layouts.save(context, id, revision, input);
  }

  /** Publish the draft of a layout: all pages of the site have it immediately. */
  @Action(':id/publish')
  @RecentSignIn()
  @Audited('layout.publish')
  publish(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() revision: number,
    @JsonBody() input: PublishLayoutDto,
  ) {
    return this.layouts.publish(context, id, revision, input);
  }

  /** Delete a layout that isn’t live. */
  @Delete(':id')
  @HttpCode(204)
  @Audited('layout.delete')
  async delete(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.layouts.delete(context, id);
  }

  /** List the versions of a layout, the newest first. */
  @Get(':id/versions')
  versions(@TenantId() tenantId: string, @IdParam('id') id: string, @QueryInput() query: PageDto) {
    return this.layouts.versions(tenantId, id, query);
  }

  /** Get a version of a layout. */
  @Get(':id/versions/:version')
  version(@TenantId() tenantId: string, @IdParam('id') id: string, @NumberParam('version') version: number) {
    return this.layouts.version(tenantId, id, version);
  }
}
