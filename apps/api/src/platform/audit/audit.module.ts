import { Global, Module } from '@nestjs/common';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditExportService } from './audit-export.service.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditQueryService } from './audit-query.service.js';
import { AuditRefusalsService } from './audit-refusals.service.js';
import { AuditStore } from './audit-store.js';
import { AuditVerification } from './audit-verification.entity.js';
import { AuditVerificationService } from './audit-verification.service.js';
import { AuditController } from './audit.controller.js';
import { Registers } from '../core/features.js';
import { ENTITIES, MIGRATIONS } from '../database/data-source.js';
import { AuditHead } from './audit-head.entity.js';
import { KeepAffectedIds1790340000000 } from './migrations/1790340000000-keep-affected-ids.js';
import { RememberAuditVerification1790372000000 } from './migrations/1790372000000-remember-audit-verification.js';
import { ListArticleActivity1790424000000 } from './migrations/1790424000000-list-article-activity.js';
import { ListPublishing1794700000000 } from './migrations/1794700000000-list-publishing.js';

/** One row for every change and sign-in of the people who run a site. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    AuditStore,
    AuditLogService,
    AuditRefusalsService,
    AuditQueryService,
    AuditVerificationService,
    AuditExportService,
  ],
  exports: [AuditLogService, AuditQueryService, AuditRefusalsService, AuditVerificationService],
})
@Registers(ENTITIES, AuditEntry, AuditHead, AuditVerification)
@Registers(
  MIGRATIONS,
  KeepAffectedIds1790340000000,
  RememberAuditVerification1790372000000,
  ListArticleActivity1790424000000,
  ListPublishing1794700000000,
)
export class AuditModule {}
