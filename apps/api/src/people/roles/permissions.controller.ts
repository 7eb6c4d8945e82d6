import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import { ExplainMineDto, ExplainPermissionDto } from '@sitedesk/contract/roles.dto';
import { Authenticated, RequirePermission } from '../../platform/http/access.js';
import { QueryInput } from '../../platform/http/request-input.js';
import { Context, SessionContext, TenantId } from '../../platform/http/request-context.js';
import { PermissionExplanationService } from './permission-explanation.service.js';

/** What can be allowed, to whom it is allowed, and why. */
@Controller(`${EDITOR_PATH}/permissions`)
export class PermissionsController {
  constructor(private readonly explanations: PermissionExplanationService) {}

  /** List permissions. */
  @Get()
  @RequirePermission('users.manage')
  list() {
    return { items: PERMISSION_MATRIX };
  }

  /** Explain a user’s permission. */
  @Get('explain')
  @RequirePermission('users.manage')
  explain(@TenantId() tenantId: string, @QueryInput() { user, permission }: ExplainPermissionDto) {
    return this.explanations.explain(tenantId, user.toLowerCase(), permission);
  }

  /** Explain one of your permissions. */
  @Get('explain-mine')
  @Authenticated()
  explainMine(@Context() context: SessionContext, @QueryInput() { permission }: ExplainMineDto) {
    const { accountId } = context.caller;
    return this.explanations.explain(context.tenantId, accountId, permission);
  }
}
