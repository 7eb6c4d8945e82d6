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
    folder: 'Folder:',
  },
  de: {
    title: 'Ordner auf diesem Server',
    text: 'Die öffentliche Website als Dateien, für einen Webserver, der ohne diesen Server auskommt. Der Ordner bekommt einige Sekunden nach jeder Veröffentlichung, was sich geändert hat.',
    folder: 'Ordner:',
  },
});

defineMessages('siteArchive', {
  en: {
    title: 'Archive of the site',
    text: 'Everything of this site in one file, for another server: articles with drafts and all versions, restricted ones too, files, layouts, menu, redirects and settings without secrets. People and visitors’ messages aren’t in it: the server operator includes them by command.',
    import: 'The server operator imports it into an empty site with',
    begins: 'Begins in a moment',
    progress: { rows: 'Content: {done} of {all} records', files: 'Files: {done} of {all}' },
    progressLabel: 'Progress of the archive',
    file: 'Archive of {date}, {size}. It’s deleted on {until}.',
    download: 'Download',
    start: 'Create archive',
    again: 'Create a new archive',
  },
  de: {
    title: 'Archiv der Website',
    text: 'Alles von dieser Website in einer Datei, für einen anderen Server: Artikel mit Entwürfen und allen Versionen, auch eingeschränkte, Dateien, Layouts, Menü, Weiterleitungen und Einstellungen ohne Geheimnisse. Personen und Nachrichten von Besuchern sind nicht enthalten: Diese nimmt der Betreiber mit einem Befehl auf.',
    import: 'Der Betreiber importiert es in eine leere Website mit',
    begins: 'Beginnt gleich',
    progress: { rows: 'Inhalte: {done} von {all} Datensätzen', files: 'Dateien: {done} von {all}' },
    progressLabel: 'Fortschritt des Archivs',
    file: 'Archiv vom {date}, {size}. Es wird am {until} gelöscht.',
    download: 'Herunterladen',
    start: 'Archiv erstellen',
    again: 'Neues Archiv erstellen',
  },
});
