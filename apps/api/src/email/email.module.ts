import { Module } from '@nestjs/common';
import { EMAIL_LIMITS, EmailService } from './email.service.js';
import { DELIVERY_LIMITS } from './transports/mail-transport.js';

/** Mail leaves through here. */
@Module({
  providers: [EmailService, { provide: EMAIL_LIMITS, useValue: DELIVERY_LIMITS }],
  exports: [EmailService],
})
export class EmailModule {}
