import { Module } from '@nestjs/common';
import { ContactAttentionService } from './contact-attention.service.js';
import { ContactDashboardController } from './contact-dashboard.controller.js';
import { ContactTilesService } from './contact-tiles.service.js';

/** Messages on the dashboard. */
@Module({
  controllers: [ContactDashboardController],
  providers: [ContactTilesService, ContactAttentionService],
})
export class ContactDashboardModule {}
