import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountKey } from './account-key.entity.js';
import { AccountKeys } from './account-keys.service.js';
import { EncryptionKeyController } from './encryption-key.controller.js';
import { KeyReload } from './key-reload.service.js';
import { KeyRotation } from './key-rotation.service.js';
import { PersonalData } from './personal-data.service.js';

/** Encryption of personal data, for whoever stores some; rotation of the keys; the browsers' key. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AccountKey])],
  controllers: [EncryptionKeyController],
  providers: [PersonalData, AccountKeys, KeyReload, KeyRotation],
  exports: [PersonalData, KeyRotation],
})
export class KeysModule {}
