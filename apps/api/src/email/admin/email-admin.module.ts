import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityModule } from '../../identity/identity.module.js';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { EmailModule } from '../email.module.js';
import { EmailVerificationRow } from '../email-verification.entity.js';
import { EmailTester } from '../test/email-tester.service.js';
import { EmailAdmin } from './email-admin.service.js';
import { EmailController } from './email.controller.js';

/** Mail, for the people who run a site. */
@Module({
  imports: [EmailModule, OutboxModule, IdentityModule, TypeOrmModule.forFeature([EmailVerificationRow])],
  controllers: [EmailController],
  providers: [EmailAdmin, EmailTester],
})
export class EmailAdminModule {}
