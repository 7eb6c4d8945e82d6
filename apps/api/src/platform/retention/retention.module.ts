import { Module } from '@nestjs/common';
import { Registers } from '../core/features.js';
import { ENTITIES, MIGRATIONS } from '../database/data-source.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../settings/setting-definitions.js';
import { AUDIT_RETENTION } from './audit-retention.js';
import { CreateRetentionRun1790320000000 } from './migrations/1790320000000-create-retention-run.js';
import { RetentionCheckService } from './retention-check.service.js';
import { RETENTION_GROUP, retentionReader, RETENTIONS, retentionSetting } from './retention-kind.js';
import { RetentionRun } from './retention-run.entity.js';
import { RetentionController } from './retention.controller.js';
import { RetentionService } from './retention.service.js';

/** How long things are kept. Features register what is theirs. */
@Module({ controllers: [RetentionController], providers: [RetentionService, RetentionCheckService] })
@Registers(ENTITIES, RetentionRun)
@Registers(MIGRATIONS, CreateRetentionRun1790320000000)
@Registers(SETTING_GROUPS, { name: RETENTION_GROUP, order: 50 })
@Registers(RETENTIONS, AUDIT_RETENTION)
@Registers(SETTINGS, retentionSetting(AUDIT_RETENTION))
@Registers(SETTING_READERS, retentionReader(AUDIT_RETENTION))
export class RetentionModule {}
