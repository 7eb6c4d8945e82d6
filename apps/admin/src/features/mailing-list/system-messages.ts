import { defineMessages } from '../../app/i18n';

defineMessages('system', {
  en: { jobKinds: { 'mailing-list': { name: 'Mailing list', open: 'Open mailing list' } } },
  de: { jobKinds: { 'mailing-list': { name: 'Mailingliste', open: 'Mailingliste öffnen' } } },
});
