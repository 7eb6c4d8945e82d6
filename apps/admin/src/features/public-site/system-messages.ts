import { PUBLIC_SITE_SYSTEM_TEXTS } from '@sitedesk/contract/public-site';
import { defineMessages } from '../../app/i18n';

defineMessages('system', {
  en: {
    checks: { 'public-site': 'Public site' },
    codes: PUBLIC_SITE_SYSTEM_TEXTS,
    jobKinds: { 'site-archive': { name: 'Archives of sites', open: 'Open Settings' } },
  },
  de: {
    checks: { 'public-site': 'Öffentliche Website' },
    codes: {
      'public-site-ok': { finding: 'Anfragen von Besuchern können nur lesen, was veröffentlicht ist.' },
      'public-site-off': { finding: 'Diese Instanz liefert die öffentliche Website nicht aus.' },
      'public-site-role': {
        finding:
          'Die öffentliche Website liest die Datenbank mit dem Benutzer des Backends, weil sie keinen eigenen anlegen konnte.',
        fix: 'Erlauben Sie dem Benutzer aus DATABASE_URL, Rollen anzulegen (ALTER ROLE … CREATEROLE), und starten Sie neu. Bis dahin schützen nur schreibgeschützte Transaktionen, was nicht veröffentlicht ist.',
      },
    },
    jobKinds: { 'site-archive': { name: 'Archive von Websites', open: 'Einstellungen öffnen' } },
  },
});
