import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { RequirePermission } from '../http/access.js';
import { CallerContext, Context } from '../http/request-context.js';
import { AttentionService } from './attention.service.js';
import { ChecklistService } from './checklist.service.js';

/** The dashboard: everyone has one, its content follows the permissions. Each tile has a route, so that one can fail alone. */
@Controller(`${EDITOR_PATH}/dashboard`)
@RequirePermission('dashboard.view')
export class DashboardController {
  constructor(
    private readonly attentionList: AttentionService,
    private readonly steps: ChecklistService,
  ) {}

  /** List what needs attention. */
  @Get('attention')
  attention(@Context() context: CallerContext) {
    return this.attentionList.read(context);
  }

  /** Get the setup checklist. */
  @Get('checklist')
  checklist(@Context() context: CallerContext) {
    return this.steps.read(context);
  }
}
