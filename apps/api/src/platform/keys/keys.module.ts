import { Global, Module } from '@nestjs/common';
import { Registers } from '../core/features.js';
import { ENTITIES } from '../database/data-source.js';
import { KeyCheck } from './key-check.entity.js';
import { KeyReloadService } from './key-reload.service.js';
import { KeyRotationService } from './key-rotation.service.js';
import { PersonalDataService } from './personal-data.service.js';
import { TenantKey } from './tenant-key.entity.js';

/** Encryption of personal data, for anyone who stores some; rotation of the keys. */
@Global()
@Module({
  providers: [PersonalDataService, KeyReloadService, KeyRotationService],
  exports: [PersonalDataService, KeyRotationService],
})
@Registers(ENTITIES, KeyCheck, TenantKey)
export class KeysModule {}
