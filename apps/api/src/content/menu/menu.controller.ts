import { Controller, Get, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { MenuDto } from '@sitedesk/contract/menu.dto';
import { Audited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { MenuService } from './menu.service.js';

/** The menu of the public site. */
@Controller(`${EDITOR_PATH}/menu`)
export class MenuController {
  constructor(private readonly menu: MenuService) {}

  /** Get the menu of the public site, with the items that visitors don’t see at the moment. */
  @Get()
  @SendsEntityTag()
  @RequirePermission('pages.view')
  get(@Context() context: CallerContext) {
    return this.menu.get(context);
  }

  /** Replace the menu. Articles that the caller doesn’t see stay in it with their labels, if they’re sent along. */
  @Put()
  @SendsEntityTag()
  @RequirePermission('pages.publish')
  @Audited('menu.change')
  replace(
    @Context() context: CallerContext,
    @ExpectedVersion() version: number,
    @JsonBody({ maxBytes: 256 * 1024, maxKeys: 1024 }) input: MenuDto,
  ) {
    return this.menu.replace(context, version, input);
  }
}
