import { ContactFormTestService } from './contact-form-test.service.js';
import { ContactFormController } from './contact-form.controller.js';
import { ContactFormService } from './contact-form.service.js';
import { Feature } from '../../platform/core/features.js';

/** The contact form as a site's owner sees it: the snippet to put in, a preview, a test. */
@Feature({
  controllers: [ContactFormController],
  providers: [ContactFormService, ContactFormTestService],
})
export class ContactFormModule {}
