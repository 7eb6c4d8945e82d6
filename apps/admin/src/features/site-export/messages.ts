import { defineMessages } from '../../app/i18n';

defineMessages('bucketExport', {
  en: {
    title: 'State',
    states: {
      ready: 'Up to date',
      idle: 'On request',
      waiting: 'Waiting',
      running: 'Exporting',
      held: 'Stopped',
    },
    none: 'Nothing has been exported yet.',
    done: 'Last export to {place} on {date}: {pages}. Files: {written} written, {unchanged} unchanged, {removed} removed.',
    pages: 'no pages | one page | {n} pages',
    skipped:
      'One file was left out because a bucket can’t have its name. | {n} files were left out because a bucket can’t have their names.',
    begun: 'Since {date}',
    again: 'The next attempt is on {date}.',
    untilChanged: 'It’s tried again when the settings change, or when you export.',
    start: 'Export now',
    check: 'Check',
    checkText: 'Checks the saved settings. Nothing is written.',
    started: 'The export begins in a moment',
  },
  de: {
    title: 'Zustand',
    states: {
      ready: 'Aktuell',
      idle: 'Auf Wunsch',
      waiting: 'Wartet',
      running: 'Wird exportiert',
      held: 'Angehalten',
    },
    none: 'Es wurde noch nichts exportiert.',
    done: 'Letzter Export nach {place} am {date}: {pages}. Dateien: {written} geschrieben, {unchanged} unverändert, {removed} entfernt.',
    pages: 'keine Seiten | eine Seite | {n} Seiten',
    skipped:
      'Eine Datei wurde ausgelassen, weil ihr Name in einem Bucket nicht möglich ist. | {n} Dateien wurden ausgelassen, weil ihre Namen in einem Bucket nicht möglich sind.',
    begun: 'Seit {date}',
    again: 'Der nächste Versuch ist am {date}.',
    untilChanged: 'Der nächste Versuch folgt, wenn Sie die Einstellungen ändern oder exportieren.',
    start: 'Jetzt exportieren',
    check: 'Prüfen',
    checkText: 'Prüft die gespeicherten Einstellungen. Es wird nichts geschrieben.',
    started: 'Der Export beginnt gleich',
  },
});
