import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { MailingListModule } from '../mailing-list/mailing-list.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { CaptchaValidationService } from './captcha-validation.service.js';
import { ContactBodyPipe } from './contact-body.pipe.js';
import { ContactController } from './contact.controller.js';
import { ContactService } from './contact.service.js';
import { SiteContactScriptService } from './site-contact-script.service.js';
import { SubmissionStore } from './submission-store.js';

/** The public contact service. */
@Module({
  imports: [CaptchaModule, OutboxModule, MailingListModule],
  controllers: [ContactController],
  providers: [
    ContactService,
    SiteContactScriptService,
    CaptchaValidationService,
    SubmissionStore,
    ContactBodyPipe,
  ],
})
export class ContactModule {}
