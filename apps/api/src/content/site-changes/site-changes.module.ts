import { Global, Module } from '@nestjs/common';
import { SiteChangesService } from './site-changes.service.js';

/** What visitors see differently, for those who keep copies of it. */
@Global()
@Module({ providers: [SiteChangesService], exports: [SiteChangesService] })
export class SiteChangesModule {}
