import { defineMessages } from '../../app/i18n';

defineMessages('sessions', {
  en: {
    description: 'Everyone who’s currently signed in. Signing someone out takes effect immediately.',
    columns: { user: 'Name', device: 'Device', address: 'IP address', since: 'Since', seen: 'Last seen' },
    endOf: 'Sign out {name}, {device}',
    endTitle: 'Sign out {name}?',
    endText: 'The session on {device} ends immediately. They can sign in again.',
    ended: '{name} signed out on {device}',
    none: 'Nobody is signed in',
    noneText: 'Reload the page to update the list.',
  },
  de: {
    description: 'Alle derzeit angemeldeten Benutzer. Eine Abmeldung gilt sofort.',
    columns: { user: 'Name', device: 'Gerät', address: 'IP-Adresse', since: 'Seit', seen: 'Zuletzt gesehen' },
    endOf: '{name} abmelden, {device}',
    endTitle: '{name} abmelden?',
    endText: 'Die Sitzung auf {device} endet sofort. Eine erneute Anmeldung ist möglich.',
    ended: '{name} wurde auf {device} abgemeldet',
    none: 'Niemand ist angemeldet',
    noneText: 'Laden Sie die Seite neu, um die Liste zu aktualisieren.',
  },
});
