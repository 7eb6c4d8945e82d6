import { Controller, Get, Header } from '@nestjs/common';
import {
  type AttentionTile,
  type ChecklistTile,
  type DeliveryTile,
  EDITOR_PATH,
  type SubmissionsTile,
} from '@sitedesk/contract';
import { SubmissionsTileDto } from '@sitedesk/contract/dto';
import { RequirePermission } from '../common/access.js';
import { QueryInput } from '../common/request-input.js';
import { CurrentPrincipal, type Principal } from '../identity/principal.js';
import { DashboardService } from './dashboard.service.js';

/** The dashboard: each tile has a route of its own, so that one can fail alone. */
@Controller(`${EDITOR_PATH}/dashboard`)
@RequirePermission('dashboard.view')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get('submissions')
  @Header('Cache-Control', 'no-store')
  submissions(
    @CurrentPrincipal() principal: Principal,
    @QueryInput(SubmissionsTileDto) query: SubmissionsTileDto,
  ): Promise<SubmissionsTile> {
    return this.dashboard.submissions(principal, query);
  }

  @Get('delivery')
  @Header('Cache-Control', 'no-store')
  delivery(@CurrentPrincipal() principal: Principal): Promise<DeliveryTile> {
    return this.dashboard.delivery(principal);
  }

  @Get('attention')
  @Header('Cache-Control', 'no-store')
  attention(@CurrentPrincipal() principal: Principal): Promise<AttentionTile> {
    return this.dashboard.attention(principal);
  }

  @Get('checklist')
  @Header('Cache-Control', 'no-store')
  checklist(@CurrentPrincipal() principal: Principal): Promise<ChecklistTile> {
    return this.dashboard.checklist(principal);
  }
}
