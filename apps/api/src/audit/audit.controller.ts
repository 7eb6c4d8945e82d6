import { Controller, Get, Header, type StreamableFile } from '@nestjs/common';
import { type AuditActions, type AuditRecord, type AuditVerification, EDITOR_PATH } from '@sitedesk/contract';
import { AuditExportDto, AuditQueryDto } from '@sitedesk/contract/dto';
import { RequirePermission } from '../common/access.js';
import type { Page } from '../common/keyset.js';
import { IdParam, QueryInput } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { type Actor, CurrentActor } from './actor.js';
import { AuditExport } from './audit-export.service.js';
import { AuditQuery } from './audit-query.service.js';
import { AuditVerifier } from './audit-verification.service.js';
import { Audited } from './audited.js';

/** The audit log of the site. */
@Controller(`${EDITOR_PATH}/audit`)
export class AuditController {
  constructor(
    private readonly query: AuditQuery,
    private readonly verifier: AuditVerifier,
    private readonly exports: AuditExport,
  ) {}

  @Get()
  @RequirePermission('audit.view')
  @Header('Cache-Control', 'no-store')
  list(
    @TenantId() tenantId: string,
    @QueryInput(AuditQueryDto) query: AuditQueryDto,
  ): Promise<Page<AuditRecord>> {
    return this.query.list(tenantId, query);
  }

  @Get('actions')
  @RequirePermission('audit.view')
  @Header('Cache-Control', 'no-store')
  actions(@TenantId() tenantId: string): Promise<AuditActions> {
    return this.query.actions(tenantId);
  }

  @Get('verify')
  @RequirePermission('audit.view')
  @Header('Cache-Control', 'no-store')
  verify(@TenantId() tenantId: string): Promise<AuditVerification> {
    return this.verifier.verify(tenantId);
  }

  @Get('export')
  @RequirePermission('audit.view')
  @Audited('audit.export')
  @Header('Cache-Control', 'no-store')
  export(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @QueryInput(AuditExportDto) wanted: AuditExportDto,
  ): Promise<StreamableFile> {
    return this.exports.begin(tenantId, actor, wanted);
  }

  @Get(':id')
  @RequirePermission('audit.view')
  @Header('Cache-Control', 'no-store')
  show(@TenantId() tenantId: string, @IdParam('id') id: string): Promise<AuditRecord> {
    return this.query.find(tenantId, id);
  }
}
