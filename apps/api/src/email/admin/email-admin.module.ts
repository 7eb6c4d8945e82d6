import { EmailAdminService } from './email-admin.service.js';
import { EmailController } from './email.controller.js';
import { Feature } from '../../platform/core/features.js';

declare module '../../platform/audit/audit-action.js' {
  interface AuditActions {
    email: 'test';
  }
}

/** Mail, for the people who run a site. */
@Feature({
  controllers: [EmailController],
  providers: [EmailAdminService],
})
export class EmailAdminModule {}
