import { defineMessages } from '../app/i18n';

/** What features call their settings. */
import.meta.glob('../features/*/setting-messages.ts', { eager: true });

/** Texts about the source of a value and about secrets, for every screen that shows settings. */
defineMessages('setting', {
  en: {
    source: {
      environment: 'Set by the server',
      file: 'Set by the server',
      database: 'Changed {when}',
      demonstration: 'Demonstration',
      default: 'Default',
    },
    sourceHelp: {
      environment: 'Set by the environment variable {variable}.',
      file: 'Set in the configuration file.',
      database: 'Changed here {when}.',
      demonstration: 'The demonstration’s mail catcher is used until you configure a real provider.',
      default: 'Default value.',
    },
    shadowed: 'A different value is saved here, but it has no effect while this one is set.',
    on: 'On',
    off: 'Off',
    isDefault: '{value} (default)',
    resetToDefault: 'Reset to default',
    historyOf: 'Show changes',
    ranges: {
      characters: 'From {min} to {max} characters.',
      hours: 'From {min} to {max} hours.',
      days: 'From {min} to {max} days.',
      megabytes: 'From {min} to {max} MB.',
    },
    units: { characters: 'characters', hours: 'hours', days: 'days', megabytes: 'MB' },
    noRoles: 'No roles',
    unknownRole: '{name} (no such role)',
    undone: 'Change undone',
    undoFailed: 'Couldn’t undo the change',
    undoChangedSince: 'It was changed again in the meantime.',
    secretIsSet: 'Set',
    secretWillGo: 'It will be removed when you save.',
    replace: 'Replace',
    keep: 'Keep current value',
  },
  de: {
    source: {
      environment: 'Vom Server festgelegt',
      file: 'Vom Server festgelegt',
      database: 'Geändert {when}',
      demonstration: 'Demo',
      default: 'Standard',
    },
    sourceHelp: {
      environment: 'Durch die Umgebungsvariable {variable} festgelegt.',
      file: 'In der Konfigurationsdatei festgelegt.',
      database: 'Hier geändert {when}.',
      demonstration:
        'Der E-Mail-Auffangserver der Demo wird verwendet, bis ein echter Anbieter eingerichtet ist.',
      default: 'Standardwert.',
    },
    shadowed: 'Hier ist ein anderer Wert gespeichert. Er wirkt nicht, solange dieser festgelegt ist.',
    on: 'Ein',
    off: 'Aus',
    isDefault: '{value} (Standard)',
    resetToDefault: 'Auf Standard zurücksetzen',
    historyOf: 'Änderungen anzeigen',
    ranges: {
      characters: 'Von {min} bis {max} Zeichen.',
      hours: 'Von {min} bis {max} Stunden.',
      days: 'Von {min} bis {max} Tagen.',
      megabytes: 'Von {min} bis {max} MB.',
    },
    units: { characters: 'Zeichen', hours: 'Stunden', days: 'Tage', megabytes: 'MB' },
    noRoles: 'Keine Rollen',
    unknownRole: '{name} (keine solche Rolle)',
    undone: 'Änderung rückgängig gemacht',
    undoFailed: 'Die Änderung konnte nicht rückgängig gemacht werden',
    undoChangedSince: 'Es wurde inzwischen erneut geändert.',
    secretIsSet: 'Festgelegt',
    secretWillGo: 'Wird beim Speichern entfernt.',
    replace: 'Ersetzen',
    keep: 'Aktuellen Wert behalten',
  },
});
