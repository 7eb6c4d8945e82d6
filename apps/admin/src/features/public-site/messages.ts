import { defineMessages } from '../../app/i18n';

defineMessages('siteExport', {
  en: {
    title: 'Export as files',
    text: 'Download everything that is published as a zip archive that any static host can serve, with redirects, pictures and feeds. Drafts are never in it.',
    start: 'Export',
    running: 'Exporting: {size} so far',
    stop: 'Stop',
    done: 'Exported the public site: {size}',
  },
  de: {
    title: 'Als Dateien exportieren',
    text: 'Laden Sie alles, was veröffentlicht ist, als Zip-Archiv herunter, das jeder statische Webserver ausliefern kann, mit Weiterleitungen, Bildern und Feeds. Entwürfe sind nie enthalten.',
    start: 'Exportieren',
    running: 'Wird exportiert: bisher {size}',
    stop: 'Anhalten',
    done: 'Öffentliche Website exportiert: {size}',
  },
});

defineMessages('folderExport', {
  en: {
    title: 'Folder of this server',
    text: 'The public site as files, for a web server that works without this one. The folder gets what changed some seconds after each publication.',
    states: { ready: 'Up to date', waiting: 'Waiting', running: 'Exporting', held: 'Stopped' },
    none: 'Nothing has been exported yet.',
    done: 'Last export on {date}: {pages}. {written} files written, {unchanged} unchanged, {removed} removed.',
    pages: 'no pages | one page | {n} pages',
    skipped:
      'One file was left out because no file can have its name. | {n} files were left out because no file can have their names.',
    again: 'The next attempt is on {date}.',
    folder: 'Folder:',
    start: 'Export now',
    started: 'The export begins in a moment',
  },
  de: {
    title: 'Ordner auf diesem Server',
    text: 'Die öffentliche Website als Dateien, für einen Webserver, der ohne diesen Server auskommt. Der Ordner bekommt einige Sekunden nach jeder Veröffentlichung, was sich geändert hat.',
    states: { ready: 'Aktuell', waiting: 'Wartet', running: 'Wird exportiert', held: 'Angehalten' },
    none: 'Es wurde noch nichts exportiert.',
    done: 'Letzter Export am {date}: {pages}. {written} Dateien geschrieben, {unchanged} unverändert, {removed} entfernt.',
    pages: 'keine Seiten | eine Seite | {n} Seiten',
    skipped:
      'Eine Datei wurde ausgelassen, weil ihr Name nicht möglich ist. | {n} Dateien wurden ausgelassen, weil ihre Namen nicht möglich sind.',
    again: 'Der nächste Versuch ist am {date}.',
    folder: 'Ordner:',
    start: 'Jetzt exportieren',
    started: 'Der Export beginnt gleich',
  },
});
