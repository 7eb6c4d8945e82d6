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
