import { Delete, Get, Global, Module, Put } from '@nestjs/common';
import { SettingChange } from './setting-change.entity.js';
import { SettingEditorService } from './setting-editor.service.js';
import { SettingHistoryService } from './setting-history.service.js';
import { SettingOverviewService } from './setting-overview.service.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { SettingDefinitions } from './setting-definitions.js';
import { Setting } from './setting.entity.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';
import { SteeringService } from './steering.service.js';
import { Registers } from '../core/features.js';
import { ENTITIES } from '../database/data-source.js';

/** What each tenant may configure. */
@Global()
@Module({
  controllers: [SettingsController],
  providers: [
    {
      provide: SettingDefinitions,
      inject: [RUNTIME],
      useFactory: ({ features }: Runtime) => new SettingDefinitions(features),
    },
    SettingsService,
    SteeringService,
    SettingEditorService,
    SettingOverviewService,
    SettingHistoryService,
  ],
  exports: [
    SettingDefinitions,
    SettingsService,
    SettingEditorService,
    SettingOverviewService,
    SteeringService,
  ],
})
@Registers(ENTITIES, Setting, SettingChange)
export class SettingsModule {
  /** Each group and each setting has routes of its own; which there are is known once the features have registered them. */
  constructor({ groups, all }: SettingDefinitions) {
    const { prototype } = SettingsController;
    Get([...groups])(prototype, 'group', { value: prototype.group });
    Put([...groups])(prototype, 'save', { value: prototype.save });
    const paths = all.map(({ group, name }) => `${group}/${name}`);
    Delete(paths)(prototype, 'reset', { value: prototype.reset });
  }
}
