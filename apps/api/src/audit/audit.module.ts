import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from '../identity/account.entity.js';
import { AfterCommit } from './after-commit.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditExport } from './audit-export.service.js';
import { AuditLog } from './audit-log.service.js';
import { AuditQuery } from './audit-query.service.js';
import { AuditRefusals } from './audit-refusals.service.js';
import { AuditStore } from './audit-store.js';
import { AuditVerifier } from './audit-verification.service.js';
import { AuditController } from './audit.controller.js';
import { AuditInterceptor } from './audited.js';
import { ContactAuditService } from './contact-audit.service.js';

/** One row for every attempt to send a message, and one for every change and sign-in of the people who run the site. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry, Account])],
  controllers: [AuditController],
  providers: [
    ContactAuditService,
    AfterCommit,
    AuditStore,
    AuditLog,
    AuditRefusals,
    AuditQuery,
    AuditVerifier,
    AuditExport,
    AuditInterceptor,
    { provide: APP_INTERCEPTOR, useExisting: AuditInterceptor },
  ],
  exports: [ContactAuditService, AuditLog, AuditRefusals, AuditVerifier],
})
export class AuditModule {}
