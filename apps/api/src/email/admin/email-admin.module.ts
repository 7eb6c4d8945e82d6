import { EmailAdminService } from './email-admin.service.js';
import { EmailController } from './email.controller.js';
import { Feature } from '../../platform/core/features.js';

/** Mail, for the people who run a site. */
@Feature({
  controllers: [EmailController],
  providers: [EmailAdminService],
})
export class EmailAdminModule {}
