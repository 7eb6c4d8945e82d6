import { Module } from '@nestjs/common';
import { SiteController } from './site.controller.js';
import { SiteService } from './site.service.js';

declare module '../audit/audit-action.js' {
  interface AuditActions {
    site: 'change';
  }
}

/** The site itself: its name and its hosts. */
@Module({ controllers: [SiteController], providers: [SiteService] })
export class SiteModule {}
