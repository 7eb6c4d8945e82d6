import type { CONTACT_TEST_TEXTS } from '@sitedesk/contract/contact-form';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof CONTACT_TEST_TEXTS> = {
  'contact-test.tokenRefused': 'Das neue Formular-Token wurde nicht akzeptiert.',
  'contact-test.captcha':
    'Besucher müssen ein CAPTCHA lösen, was dieser Test nicht kann. Prüfen Sie die Schlüssel auf der CAPTCHA-Seite.',
  'contact-test.noCaptcha': 'Keines erforderlich.',
  'contact-test.receipt': 'Beleg {code}',
  'contact-test.queued': 'Die Benachrichtigung ist im Postausgang.',
};
