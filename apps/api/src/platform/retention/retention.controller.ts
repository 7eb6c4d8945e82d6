import { Controller, Get } from '@nestjs/common';
import { RetentionDueDto } from '@sitedesk/contract/retention.dto';
import { RequirePermission } from '../http/access.js';
import { QueryInput } from '../http/request-input.js';
import { TenantId } from '../http/request-context.js';
import { RetentionService } from './retention.service.js';

/** For the form that sets how long things are kept. */
@Controller('editor/retention')
@RequirePermission('settings.manage')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  /** Count what a retention setting would delete now. */
  @Get('due')
  due(@TenantId() tenantId: string, @QueryInput() query: RetentionDueDto) {
    return this.retention.due(tenantId, query);
  }
}
