import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuditLog } from './audit-log.service.js';
import { AuditInterceptor } from './audited.js';
import { ContactAuditService } from './contact-audit.service.js';

/** One row for every attempt to send a message, and one for every change and sign-in of the people who run the site. */
@Global()
@Module({
  providers: [
    ContactAuditService,
    AuditLog,
    AuditInterceptor,
    { provide: APP_INTERCEPTOR, useExisting: AuditInterceptor },
  ],
  exports: [ContactAuditService, AuditLog],
})
export class AuditModule {}
