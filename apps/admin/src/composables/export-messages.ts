import { defineMessages } from '../app/i18n';

/** What is said of every export of the public site, wherever its files go. */
defineMessages('exports', {
  en: {
    none: 'Nothing has been exported yet.',
    done: 'Last export on {date}: {pages}. Files: {written} written, {unchanged} unchanged, {removed} removed.',
    doneTo:
      'Last export to {place} on {date}: {pages}. Files: {written} written, {unchanged} unchanged, {removed} removed.',
    pages: 'no pages | one page | {n} pages',
    skipped:
      'One file was left out because it can’t have its name there. | {n} files were left out because they can’t have their names there.',
    again: 'The next attempt is on {date}.',
    untilChanged: 'It’s tried again when the settings change, or when you export.',
    start: 'Export now',
    started: 'The export begins in a moment',
    states: {
      ready: 'Up to date',
      idle: 'On request',
      waiting: 'Waiting',
      running: 'Exporting',
      held: 'Stopped',
    },
  },
  de: {
    none: 'Es wurde noch nichts exportiert.',
    done: 'Letzter Export am {date}: {pages}. Dateien: {written} geschrieben, {unchanged} unverändert, {removed} entfernt.',
    doneTo:
      'Letzter Export nach {place} am {date}: {pages}. Dateien: {written} geschrieben, {unchanged} unverändert, {removed} entfernt.',
    pages: 'keine Seiten | eine Seite | {n} Seiten',
    skipped:
      'Eine Datei wurde ausgelassen, weil ihr Name dort nicht möglich ist. | {n} Dateien wurden ausgelassen, weil ihre Namen dort nicht möglich sind.',
    again: 'Der nächste Versuch ist am {date}.',
    untilChanged: 'Der nächste Versuch folgt, wenn Sie die Einstellungen ändern oder exportieren.',
    start: 'Jetzt exportieren',
    started: 'Der Export beginnt gleich',
    states: {
      ready: 'Aktuell',
      idle: 'Auf Wunsch',
      waiting: 'Wartet',
      running: 'Wird exportiert',
      held: 'Angehalten',
    },
  },
});
