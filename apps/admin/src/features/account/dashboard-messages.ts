import type { TokenAttention } from '@sitedesk/contract/api-tokens';
import type { SecondFactorAttention, SecondFactorStep } from '@sitedesk/contract/two-factor';
import type { AttentionTexts, StepTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<SecondFactorAttention | TokenAttention> & StepTexts<SecondFactorStep>>(
  'dashboard',
  {
    en: {
      attention: {
        'recovery-codes-own': {
          title:
            'You have no recovery codes left | You have one recovery code left | You have {count} recovery codes left',
          action: 'Generate new codes',
        },
        'recovery-codes-others': {
          title:
            'One user has two or fewer recovery codes left | {count} users have two or fewer recovery codes left',
          action: 'View users',
        },
        'token-expired': {
          title: 'One API token has expired | {count} API tokens have expired',
          when: 'The first one expired on {date}.',
          action: 'Replace or delete',
        },
        'token-expiring': {
          title: 'One API token expires soon | {count} API tokens expire soon',
          when: 'The first one expires {time}.',
          action: 'Renew',
        },
      },
      steps: {
        'second-factor': {
          title: 'Secure your account',
          why: 'With a second factor, a stolen password isn’t enough to sign in.',
        },
      },
    },
    de: {
      attention: {
        'recovery-codes-own': {
          title:
            'Sie haben keinen Wiederherstellungscode mehr | Sie haben noch einen Wiederherstellungscode | Sie haben noch {count} Wiederherstellungscodes',
          action: 'Neue erzeugen',
        },
        'recovery-codes-others': {
          title:
            'Ein Benutzer hat höchstens zwei Wiederherstellungscodes | {count} Benutzer haben höchstens zwei Wiederherstellungscodes',
          action: 'Benutzer anzeigen',
        },
        'token-expired': {
          title: 'Ein API-Token ist abgelaufen | {count} API-Tokens sind abgelaufen',
          when: 'Das erste ist am {date} abgelaufen.',
          action: 'Ersetzen oder löschen',
        },
        'token-expiring': {
          title: 'Ein API-Token läuft bald ab | {count} API-Tokens laufen bald ab',
          when: 'Das erste läuft {time} ab.',
          action: 'Erneuern',
        },
      },
      steps: {
        'second-factor': {
          title: 'Eigenes Konto schützen',
          why: 'Mit einem zweiten Faktor reicht ein gestohlenes Passwort nicht zur Anmeldung.',
        },
      },
    },
  },
);
