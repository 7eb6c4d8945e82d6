import { Controller, Get, Put } from '@nestjs/common';
import { BlogKeyDto, BlogSettingsDto, RenameBlogDto } from '@sitedesk/contract/blog-settings.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { BlogSettingsService } from './blog-settings.service.js';

/** What a blog has beside its text. */
@Controller(`${EDITOR_PATH}/articles/:number/blog`)
export class BlogSettingsController {
  constructor(private readonly blogSettings: BlogSettingsService) {}

  /** Get a blog's key, how many posts it has, and how many a page shows. */
  @Get()
  @RequirePermission('pages.view')
  get(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return this.blogSettings.get(context, number);
  }

  /** Set how many posts a page of the blog shows. */
  @Put()
  @RequirePermission('pages.publish')
  @Audited('article.set-blog')
  set(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: BlogSettingsDto,
  ) {
    return this.blogSettings.set(context, number, input);
  }

  /** Say what another key would do: how many addresses would forward, and what is in the way. */
  @Get('rename')
  @RequirePermission('pages.publish')
  preview(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() { blogKey }: BlogKeyDto,
  ) {
    return this.blogSettings.preview(context, number, blogKey);
  }

  /** Give a blog another key. Its posts get other addresses, and all old ones forward from the same moment. */
  @Action('rename')
  @RequirePermission('pages.publish')
  @Audited('article.rename-blog')
  rename(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: RenameBlogDto,
  ) {
    return this.blogSettings.rename(context, number, input);
  }
}
