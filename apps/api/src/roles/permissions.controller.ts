import { Controller, Get, Header } from '@nestjs/common';
import {
  EDITOR_PATH,
  PERMISSION_MATRIX,
  type PermissionExplanation,
  type PermissionRow,
} from '@sitedesk/contract';
import { ExplainMineDto, ExplainPermissionDto } from '@sitedesk/contract/dto';
import { Authenticated, RequirePermission } from '../common/access.js';
import { QueryInput } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { CurrentSession, type SessionPrincipal } from '../identity/principal.js';
import { PermissionExplanations } from './permission-explanation.service.js';

/** What can be allowed, to whom it is allowed, and why. */
@Controller(`${EDITOR_PATH}/permissions`)
export class PermissionsController {
  constructor(private readonly explanations: PermissionExplanations) {}

  @Get()
  @RequirePermission('users.manage')
  @Header('Cache-Control', 'no-store')
  list(): { readonly items: readonly PermissionRow[] } {
    return { items: PERMISSION_MATRIX };
  }

  @Get('explain')
  @RequirePermission('users.manage')
  @Header('Cache-Control', 'no-store')
  explain(
    @TenantId() tenantId: string,
    @QueryInput(ExplainPermissionDto) { user, permission }: ExplainPermissionDto,
  ): Promise<PermissionExplanation> {
    return this.explanations.explain(tenantId, user.toLowerCase(), permission);
  }

  @Get('explain-mine')
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  explainMine(
    @TenantId() tenantId: string,
    @CurrentSession() { accountId }: SessionPrincipal,
    @QueryInput(ExplainMineDto) { permission }: ExplainMineDto,
  ): Promise<PermissionExplanation> {
    return this.explanations.explain(tenantId, accountId, permission);
  }
}
