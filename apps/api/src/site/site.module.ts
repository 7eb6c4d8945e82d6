import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { SiteController } from './site.controller.js';
import { SiteService } from './site.service.js';

/** The site itself: its name and its hosts. */
@Module({ imports: [IdentityModule], controllers: [SiteController], providers: [SiteService] })
export class SiteModule {}
