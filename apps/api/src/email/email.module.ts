import { Module } from '@nestjs/common';
import { EmailService } from './email.service.js';

/** Mail leaves through here. */
@Module({ providers: [EmailService], exports: [EmailService] })
export class EmailModule {}
