import { Controller, Delete, Get, Header, HttpCode, Post, Put, Res } from '@nestjs/common';
import {
  SETTING_GROUPS,
  type SettingChangeEntry,
  type SettingGroup,
  type SettingGroupView,
  type SettingsOverview,
} from '@sitedesk/contract';
import { SaveSettingsDto, SettingHistoryDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { Audited } from '../audit/audited.js';
import { RequirePermission } from '../common/access.js';
import { ExpectedVersion, sendEntityTag } from '../common/entity-tag.js';
import type { Page } from '../common/keyset.js';
import { IdParam, JsonBody, QueryInput } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../identity/acting.js';
import type { SettingDefinition } from './setting-definitions.js';
import { SettingEditor } from './setting-editor.service.js';
import { SettingHistory } from './setting-history.service.js';
import { SettingOverview } from './setting-overview.service.js';
import { NamedGroup, NamedSetting, SETTING_PATHS, SETTINGS_PATH } from './setting-path.js';

/** The settings of a site (specification 2.3). */
@Controller(SETTINGS_PATH)
export class SettingsController {
  constructor(
    private readonly overview: SettingOverview,
    private readonly editor: SettingEditor,
    private readonly history: SettingHistory,
  ) {}

  @Get()
  @RequirePermission('settings.manage')
  @Header('Cache-Control', 'no-store')
  list(@TenantId() tenantId: string): Promise<SettingsOverview> {
    return this.overview.all(tenantId);
  }

  @Get('history')
  @RequirePermission('settings.manage')
  @Header('Cache-Control', 'no-store')
  changes(
    @TenantId() tenantId: string,
    @QueryInput(SettingHistoryDto) query: SettingHistoryDto,
  ): Promise<Page<SettingChangeEntry>> {
    return this.history.list(tenantId, query);
  }

  @Post('history/:id/undo')
  @HttpCode(200)
  @RequirePermission('settings.manage')
  @Audited('setting.undo')
  @Header('Cache-Control', 'no-store')
  async undo(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SettingGroupView> {
    return this.answer(tenantId, await this.history.undo(tenantId, acting, id), reply);
  }

  @Get([...SETTING_GROUPS])
  @RequirePermission('settings.manage')
  @Header('Cache-Control', 'no-store')
  group(
    @TenantId() tenantId: string,
    @NamedGroup() group: SettingGroup,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SettingGroupView> {
    return this.answer(tenantId, group, reply);
  }

  @Put([...SETTING_GROUPS])
  @RequirePermission('settings.manage')
  @Audited('setting.change')
  @Header('Cache-Control', 'no-store')
  async save(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @NamedGroup() group: SettingGroup,
    @ExpectedVersion() version: number,
    @JsonBody(SaveSettingsDto) { values }: SaveSettingsDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SettingGroupView> {
    await this.editor.save(tenantId, acting, { group, version, values, kind: 'save' });
    return this.answer(tenantId, group, reply);
  }

  @Delete(SETTING_PATHS)
  @RequirePermission('settings.manage')
  @Audited('setting.reset')
  @Header('Cache-Control', 'no-store')
  async reset(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @NamedSetting() { group, name }: SettingDefinition,
    @ExpectedVersion() version: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SettingGroupView> {
    await this.editor.save(tenantId, acting, { group, version, values: { [name]: null }, kind: 'reset' });
    return this.answer(tenantId, group, reply);
  }

  private async answer(
    tenantId: string,
    group: SettingGroup,
    reply: FastifyReply,
  ): Promise<SettingGroupView> {
    const view = await this.overview.group(tenantId, group);
    sendEntityTag(reply, view.version);
    return view;
  }
}
