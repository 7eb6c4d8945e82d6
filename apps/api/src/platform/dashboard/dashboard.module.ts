import { Global, Module } from '@nestjs/common';
import { AttentionService } from './attention.service.js';
import { ChecklistService } from './checklist.service.js';
import { DashboardController } from './dashboard.controller.js';

/** What a person sees first; features add what they know. */
@Global()
@Module({
  controllers: [DashboardController],
  providers: [AttentionService, ChecklistService],
  exports: [AttentionService, ChecklistService],
})
export class DashboardModule {}
