import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { Site: 'Public site' },
    groupText: { Site: 'What all public pages share.' },
    Site: {
      PublicUrl: 'Public URL',
      PublicUrlHelp:
        'Such as https://example.com. Search engines get links to it. It can’t have the hostname of the administration.',
      Language: 'Language',
      LanguageHelp: 'For what the pages say around your text, such as dates and the contact form.',
      TimeZone: 'Time zone',
      TimeZoneHelp: 'Such as Europe/Zurich. Articles are scheduled in it. UTC when empty.',
      Menu: 'Menu',
      MenuHelp:
        'Paths of pages, separated by commas: /about, /journal. Each is shown with its page’s title while that is live.',
    },
    words: {
      Site: {
        PublicUrl: 'canonical domain address website base url',
        Language: 'german english locale translation',
        TimeZone: 'clock schedule publish utc',
        Menu: 'navigation nav header links pages',
      },
    },
    choices: { en: 'English', de: 'German' },
  },
  de: {
    groups: { Site: 'Öffentliche Website' },
    groupText: { Site: 'Was alle öffentlichen Seiten gemeinsam haben.' },
    Site: {
      PublicUrl: 'Öffentliche URL',
      PublicUrlHelp:
        'Zum Beispiel https://example.com. Suchmaschinen bekommen Links dorthin. Der Hostname der Verwaltung ist nicht erlaubt.',
      Language: 'Sprache',
      LanguageHelp:
        'Für alles, was die Seiten rund um Ihren Text sagen, etwa Datumsangaben und das Kontaktformular.',
      TimeZone: 'Zeitzone',
      TimeZoneHelp: 'Zum Beispiel Europe/Zurich. Artikel werden in dieser Zeitzone geplant. UTC, wenn leer.',
      Menu: 'Menü',
      MenuHelp:
        'Pfade von Seiten, durch Kommas getrennt: /about, /journal. Jede erscheint mit dem Titel ihrer Seite, solange diese live ist.',
    },
    words: {
      Site: {
        PublicUrl: 'kanonisch domain adresse website basis url',
        Language: 'deutsch englisch sprache übersetzung',
        TimeZone: 'uhr uhrzeit planen veröffentlichen utc',
        Menu: 'navigation kopfzeile links seiten',
      },
    },
    choices: { en: 'Englisch', de: 'Deutsch' },
  },
});
