import { defineMessages } from '../app/i18n';

/** What features call their settings. */
import.meta.glob('../features/*/setting-messages.ts', { eager: true });

/** Texts about the source of a value and about secrets, for every screen that shows settings. */
defineMessages('setting', {
  en: {
    source: {
      environment: 'Environment',
      file: 'File',
      database: 'Saved here',
      demonstration: 'Demonstration',
      default: 'Default',
    },
    sourceHelp: {
      environment: 'Set by the environment variable {variable}.',
      file: 'Set in the configuration file.',
      database: 'Saved here {when}.',
      demonstration: 'The demonstration’s mail catcher is used until you configure a real provider.',
      default: 'Default value.',
    },
    shadowed: 'A different value is saved here, but it has no effect while this one is set.',
    defaultIs: 'Default: {value}',
    notSet: 'Not set',
    secretIsSet: 'Set',
    secretWillGo: 'It will be removed when you save.',
    replace: 'Replace',
    keep: 'Keep current value',
  },
  de: {
    source: {
      environment: 'Umgebung',
      file: 'Datei',
      database: 'Hier gespeichert',
      demonstration: 'Demo',
      default: 'Standard',
    },
    sourceHelp: {
      environment: 'Durch die Umgebungsvariable {variable} festgelegt.',
      file: 'In der Konfigurationsdatei festgelegt.',
      database: 'Hier gespeichert {when}.',
      demonstration:
        'Der E-Mail-Auffangserver der Demo wird verwendet, bis ein echter Anbieter eingerichtet ist.',
      default: 'Standardwert.',
    },
    shadowed: 'Hier ist ein anderer Wert gespeichert. Er wirkt nicht, solange dieser festgelegt ist.',
    defaultIs: 'Standard: {value}',
    notSet: 'Nicht festgelegt',
    secretIsSet: 'Festgelegt',
    secretWillGo: 'Wird beim Speichern entfernt.',
    replace: 'Ersetzen',
    keep: 'Aktuellen Wert behalten',
  },
});
