import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingChange } from './setting-change.entity.js';
import { SettingEditor } from './setting-editor.service.js';
import { SettingHistory } from './setting-history.service.js';
import { SettingOverview } from './setting-overview.service.js';
import { AccountMailModule } from '../account-mail/account-mail.module.js';
import { RecipientNotice } from './recipient-notice.service.js';
import { Setting } from './setting.entity.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

/** What each tenant may configure. */
@Global()
@Module({
  imports: [AccountMailModule, TypeOrmModule.forFeature([Setting, SettingChange])],
  controllers: [SettingsController],
  providers: [RecipientNotice, SettingsService, SettingEditor, SettingOverview, SettingHistory],
  exports: [SettingsService, SettingEditor],
})
export class SettingsModule {}
