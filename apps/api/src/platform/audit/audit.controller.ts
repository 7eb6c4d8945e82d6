import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { AuditExportDto, AuditQueryDto } from '@sitedesk/contract/audit.dto';
import { RecentSignIn, RequirePermission } from '../http/access.js';
import { Sends } from '../http/openapi-marks.js';
import { IdParam, QueryInput } from '../http/request-input.js';
import { Context, RequestContext, TenantId } from '../http/request-context.js';
import { AUDIT_EXPORT_TYPES, AuditExportService } from './audit-export.service.js';
import { AuditQueryService } from './audit-query.service.js';
import { AuditVerificationService } from './audit-verification.service.js';
import { Audited } from './audited.js';

/** The audit log of the site. */
@Controller(`${EDITOR_PATH}/audit`)
@RequirePermission('audit.view')
export class AuditController {
  constructor(
    private readonly query: AuditQueryService,
    private readonly verifier: AuditVerificationService,
    private readonly exports: AuditExportService,
  ) {}

  /** List audit log entries. */
  @Get()
  list(@Context() context: RequestContext, @QueryInput() query: AuditQueryDto) {
    return this.query.list(context, query);
  }

  /** List the actions in the audit log. */
  @Get('actions')
  actions(@TenantId() tenantId: string) {
    return this.query.actions(tenantId);
  }

  /** Verify the audit log. */
  @Get('verify')
  verify(@TenantId() tenantId: string) {
    return this.verifier.verify(tenantId);
  }

  /** The result of the last verification of the audit log. */
  @Get('verification')
  verification(@TenantId() tenantId: string) {
    return this.verifier.state(tenantId);
  }

  /** Export the audit log. */
  @Get('export')
  @RecentSignIn({ tokens: true })
  @Audited('audit.export')
  @Sends(...Object.values(AUDIT_EXPORT_TYPES))
  export(@Context() context: RequestContext, @QueryInput() wanted: AuditExportDto) {
    return this.exports.begin(context, wanted);
  }

  /** Get an audit log entry. */
  @Get(':id')
  show(@Context() context: RequestContext, @IdParam('id') id: string) {
    return this.query.find(context, id);
  }
}
