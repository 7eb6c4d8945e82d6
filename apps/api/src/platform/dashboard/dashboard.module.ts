import { AttentionService } from './attention.service.js';
import { ChecklistService } from './checklist.service.js';
import { DashboardController } from './dashboard.controller.js';
import { Feature } from '../core/features.js';

/** What a person sees first; features add what they know. */
@Feature({
  controllers: [DashboardController],
  providers: [AttentionService, ChecklistService],
})
export class DashboardModule {}
