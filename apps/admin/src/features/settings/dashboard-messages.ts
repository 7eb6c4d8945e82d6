import type { SiteStep } from '@sitedesk/contract/site';
import type { StepTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<StepTexts<SiteStep>>('dashboard', {
  en: {
    steps: {
      hostname: { title: 'Set your site’s domain', why: 'Links in emails and the form snippet need it.' },
    },
  },
  de: {
    steps: {
      hostname: {
        title: 'Domain der Website festlegen',
        why: 'Links in E-Mails und der Formularcode benötigen sie.',
      },
    },
  },
});
