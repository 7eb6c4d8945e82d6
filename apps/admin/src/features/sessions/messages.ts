import { defineMessages } from '../../app/i18n';

defineMessages('sessions', {
  en: {
    description: 'Every sign-in that is open now. Ending one takes effect with the next click.',
    list: 'Active sessions',
    columns: { user: 'Name', device: 'Device', address: 'Address', since: 'Since', seen: 'Last seen' },
    you: 'This is you, now',
    end: 'Sign out',
    endOf: 'Sign out {name}, {device}',
    endTitle: 'Sign out {name}?',
    endText: 'The session on {device} ends at once. Signing in again stays possible.',
    ended: '{name} is signed out on {device}',
    none: 'Nobody is signed in',
    noneText: 'That cannot be, as you are here. Load the page again.',
    refresh: 'Refresh',
    unknownDevice: 'unknown device',
  },
  de: {
    description: 'Jede Anmeldung, die jetzt offen ist. Das Beenden gilt ab dem nächsten Klick.',
    list: 'Aktive Sitzungen',
    columns: { user: 'Name', device: 'Gerät', address: 'Adresse', since: 'Seit', seen: 'Zuletzt gesehen' },
    you: 'Das sind Sie, jetzt',
    end: 'Abmelden',
    endOf: '{name} abmelden, {device}',
    endTitle: '{name} abmelden?',
    endText: 'Die Sitzung auf {device} endet sofort. Eine neue Anmeldung bleibt möglich.',
    ended: '{name} ist auf {device} abgemeldet',
    none: 'Niemand ist angemeldet',
    noneText: 'Das kann nicht sein, denn Sie sind hier. Laden Sie die Seite neu.',
    refresh: 'Neu laden',
    unknownDevice: 'unbekanntes Gerät',
  },
});
