import { Global, Module } from '@nestjs/common';
import { PersonalData } from './personal-data.service.js';

/** Encryption of personal data, for whoever stores some. */
@Global()
@Module({ providers: [PersonalData], exports: [PersonalData] })
export class KeysModule {}
