import { Global, Module } from '@nestjs/common';
import { ContactAuditService } from './contact-audit.service.js';

/** One row for every attempt. */
@Global()
@Module({ providers: [ContactAuditService], exports: [ContactAuditService] })
export class AuditModule {}
