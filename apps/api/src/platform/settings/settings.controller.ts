import { Controller, Get } from '@nestjs/common';
import { SaveSettingsDto, SettingHistoryDto } from '@sitedesk/contract/settings.dto';
import { Audited } from '../audit/audited.js';
import { Action, RequirePermission } from '../http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../http/entity-tag.js';
import { IdParam, JsonBody, QueryInput } from '../http/request-input.js';
import { Context, RequestContext, TenantId } from '../http/request-context.js';
import type { SettingName } from './setting-definitions.js';
import { SettingEditorService } from './setting-editor.service.js';
import { SettingHistoryService } from './setting-history.service.js';
import { SettingOverviewService } from './setting-overview.service.js';
import { Named, SETTINGS_PATH } from './setting-path.js';

/** The settings of a site (specification 2.3). */
@Controller(SETTINGS_PATH)
export class SettingsController {
  constructor(
    private readonly overview: SettingOverviewService,
    private readonly editor: SettingEditorService,
    private readonly history: SettingHistoryService,
  ) {}

  /** List settings. */
  @Get()
  @RequirePermission('settings.manage')
  list(@TenantId() tenantId: string) {
    return this.overview.all(tenantId);
  }

  /** List changes of settings. */
  @Get('history')
  @RequirePermission('settings.manage')
  changes(@TenantId() tenantId: string, @QueryInput() query: SettingHistoryDto) {
    return this.history.list(tenantId, query);
  }

  /** Undo a change of a setting. */
  @Action('history/:id/undo')
  @SendsEntityTag()
  @RequirePermission('settings.manage')
  @Audited('setting.undo')
  async undo(@Context() context: RequestContext, @IdParam('id') id: string) {
    return this.overview.group(context.tenantId, await this.history.undo(context, id));
  }

  // The routes below are made by the module: two for each group, one for each setting.

  /** Get a group of settings. */
  @SendsEntityTag()
  @RequirePermission('settings.manage')
  group(@TenantId() tenantId: string, @Named() { group }: SettingName) {
    return this.overview.group(tenantId, group);
  }

  /** Change a group of settings. */
  @SendsEntityTag()
  @RequirePermission('settings.manage')
  @Audited('setting.change')
  async save(
    @Context() context: RequestContext,
    @Named() { group }: SettingName,
    @ExpectedVersion() version: number,
    @JsonBody() { values }: SaveSettingsDto,
  ) {
    await this.editor.save(context, { group, version, values, kind: 'save' });
    return this.overview.group(context.tenantId, group);
  }

  /** Reset a setting. */
  @SendsEntityTag()
  @RequirePermission('settings.manage')
  @Audited('setting.reset')
  async reset(
    @Context() context: RequestContext,
    @Named() { group, name }: SettingName,
    @ExpectedVersion() version: number,
  ) {
    await this.editor.save(context, { group, version, values: { [name]: null }, kind: 'reset' });
    return this.overview.group(context.tenantId, group);
  }
}
