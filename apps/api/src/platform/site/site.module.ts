import { Module } from '@nestjs/common';
import type { SiteStep } from '@sitedesk/contract/site';
import { ChecklistService } from '../dashboard/checklist.service.js';
import { SiteController } from './site.controller.js';
import { SiteService } from './site.service.js';

/** The site itself: its name and its hosts. */
@Module({ controllers: [SiteController], providers: [SiteService], exports: [SiteService] })
export class SiteModule {
  constructor(checklist: ChecklistService, site: SiteService) {
    const rule = { permission: 'settings.manage', order: 10, to: '/settings' } as const;
    checklist.add<SiteStep>('hostname', rule, async ({ tenantId }) => {
      const { hostnames } = await site.read(tenantId);
      return hostnames.length > 0;
    });
  }
}
