import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { ContactModule } from '../contact/contact.module.js';
import { ContactFormTestService } from './contact-form-test.service.js';
import { ContactFormController } from './contact-form.controller.js';
import { ContactFormService } from './contact-form.service.js';

/** The contact form as a site's owner sees it: the snippet to put in, a preview, a test. */
@Module({
  imports: [ContactModule, AccountsModule],
  controllers: [ContactFormController],
  providers: [ContactFormService, ContactFormTestService],
})
export class ContactFormModule {}
