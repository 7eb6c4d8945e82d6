import { Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { SaveSettingsDto } from '@sitedesk/contract/settings.dto';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { Context, RequestContext, TenantId } from '../../platform/http/request-context.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { SiteStorageService } from './site-storage.service.js';

/** Where the files of the site are: in the storage of the server, or in a bucket of the site. */
@Controller(`${EDITOR_PATH}/storage`)
@RequirePermission('cdn.manage')
export class SiteStorageController {
  constructor(private readonly storage: SiteStorageService) {}

  /** Get the settings of the file storage, and where files are. */
  @Get()
  @SendsEntityTag()
  view(@TenantId() tenantId: string) {
    return this.storage.view(tenantId);
  }

  /** Change the settings of the file storage. Files stay where they are until they are moved. */
  @Put()
  @SendsEntityTag()
  @Audited('setting.change')
  save(
    @Context() context: RequestContext,
    @ExpectedVersion() version: number,
    @JsonBody() { values }: SaveSettingsDto,
  ) {
    return this.storage.save(context, version, values);
  }

  /** Check the bucket of the settings. A small object is written there, read and deleted. */
  @Action('check')
  @NotAudited('Asks the service whether the settings are right. Leaves nothing behind.')
  check(@TenantId() tenantId: string) {
    return this.storage.check(tenantId);
  }

  /** Move all files to where the settings say, while the site is online. */
  @Post('move')
  @HttpCode(202)
  @RecentSignIn()
  @Audited('storage.move')
  move(@Context() context: RequestContext) {
    return this.storage.move(context);
  }
}
