import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { MailingListModule } from '../mailing-list/mailing-list.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { CaptchaValidationService } from './captcha-validation.service.js';
import { ContactBodyPipe } from './contact-body.pipe.js';
import { ContactController } from './contact.controller.js';
import { ContactService } from './contact.service.js';
import { ContactFormController } from './form/contact-form.controller.js';
import { ContactFormService } from './form/contact-form.service.js';
import { ContactFormTester } from './form/contact-form-tester.service.js';
import { FormSightings } from './form/form-sightings.service.js';
import { SiteContactScriptService } from './site-contact-script.service.js';
import { SubmissionStore } from './submission-store.js';

/** The public contact service. */
@Module({
  imports: [CaptchaModule, OutboxModule, MailingListModule, IdentityModule],
  controllers: [ContactController, ContactFormController],
  providers: [
    ContactService,
    SiteContactScriptService,
    CaptchaValidationService,
    SubmissionStore,
    ContactBodyPipe,
    FormSightings,
    ContactFormService,
    ContactFormTester,
  ],
})
export class ContactModule {}
