import { ContactAttentionService } from './contact-attention.service.js';
import { ContactDashboardController } from './contact-dashboard.controller.js';
import { ContactTilesService } from './contact-tiles.service.js';
import { Feature } from '../../platform/core/features.js';

/** Messages on the dashboard. */
@Feature({
  controllers: [ContactDashboardController],
  providers: [ContactTilesService, ContactAttentionService],
})
export class ContactDashboardModule {}
