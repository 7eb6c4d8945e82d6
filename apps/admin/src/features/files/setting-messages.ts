import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { Files: 'Files' },
    groupText: { Files: 'How much room the files of the site have.' },
    Files: {
      QuotaMegabytes: 'Storage',
      QuotaMegabytesHelp: 'Room for all files of the site, with the versions that were replaced.',
      FileMegabytes: 'Largest file',
      FileMegabytesHelp: 'Larger files are refused before they are uploaded.',
    },
    words: {
      Files: {
        QuotaMegabytes: 'quota space disk uploads media size limit',
        FileMegabytes: 'upload media size limit',
      },
    },
  },
  de: {
    groups: { Files: 'Dateien' },
    groupText: { Files: 'Wie viel Platz die Dateien der Website haben.' },
    Files: {
      QuotaMegabytes: 'Speicherplatz',
      QuotaMegabytesHelp: 'Platz für alle Dateien der Website samt ersetzten Versionen.',
      FileMegabytes: 'Größte Datei',
      FileMegabytesHelp: 'Größere Dateien werden abgelehnt, bevor sie hochgeladen werden.',
    },
    words: {
      Files: {
        QuotaMegabytes: 'kontingent platz speicher hochladen medien grenze',
        FileMegabytes: 'hochladen medien größe grenze',
      },
    },
  },
});
