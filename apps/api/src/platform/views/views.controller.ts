import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { ChangeViewDto, CreateViewDto, OrderViewsDto, ViewListDto } from '@sitedesk/contract/views.dto';
import { Audited } from '../audit/audited.js';
import { RequirePermission } from '../http/access.js';
import { CallerContext, Context } from '../http/request-context.js';
import { IdParam, JsonBody, QueryInput } from '../http/request-input.js';
import { ViewsService } from './views.service.js';

/** Saved views of lists, one's own and those shared with everyone who sees the list. */
@Controller(`${EDITOR_PATH}/views`)
@RequirePermission('pages.view', 'contacts.manage')
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  /** List the views of a list. */
  @Get()
  list(@Context() context: CallerContext, @QueryInput() query: ViewListDto) {
    return this.views.list(context, query.list);
  }

  /** Save a view. Sharing one needs the permission to edit all articles, or to manage messages. */
  @Post()
  @Audited('view.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateViewDto) {
    return this.views.create(context, input);
  }

  /** Order the views of a list. */
  @Put('order')
  @HttpCode(204)
  @Audited('view.order')
  async order(@Context() context: CallerContext, @JsonBody() input: OrderViewsDto): Promise<void> {
    await this.views.order(context, input);
  }

  /** Change a view. */
  @Put(':id')
  @Audited('view.change')
  change(@Context() context: CallerContext, @IdParam('id') id: string, @JsonBody() input: ChangeViewDto) {
    return this.views.change(context, id, input);
  }

  /** Delete a view. */
  @Delete(':id')
  @HttpCode(204)
  @Audited('view.delete')
  async delete(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.views.delete(context, id);
  }
}
