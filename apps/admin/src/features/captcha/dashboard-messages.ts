import type { CaptchaStep } from '@sitedesk/contract/captcha';
import type { StepTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<StepTexts<CaptchaStep>>('dashboard', {
  en: { steps: { captcha: { title: 'Turn on a CAPTCHA', why: 'It keeps most spam out of your inbox.' } } },
  de: {
    steps: {
      captcha: { title: 'CAPTCHA aktivieren', why: 'Es hält den meisten Spam vom Posteingang fern.' },
    },
  },
});
