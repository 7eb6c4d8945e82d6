import { defineMessages } from '../../app/i18n';

/** Texts of the history beside the text. */
defineMessages('articleHistory', {
  en: {
    keep: 'Name the current version…',
    keepText: 'It’s kept as it is now, for good, and you find it here by its name.',
    name: 'Name…',
    rename: 'Rename…',
    nameTitle: 'Name version {version}',
    nameText: 'Named versions are kept for good. To remove the name, leave it empty.',
    namePlaceholder: 'Such as “Before the relaunch”',
    restore: 'Restore…',
    restoreTitle: 'Restore version {version} from {time}?',
    restoreText:
      'The draft gets the text and settings of then; its URL stays. Today’s draft is kept in the history, and visitors see nothing until you publish.',
    restoreButton: 'Restore',
    restored: 'Version {version} is the draft again',
    copy: 'Copy as a new article',
    version: 'Version {version}',
    nobody: 'Deleted account',
    words: '{count} word | {count} words',
    kinds: {
      checkpoint: 'Saved automatically',
      named: 'Named',
      published: 'Published',
      restored: 'Restored from version {version}',
    },
  },
  de: {
    keep: 'Aktuelle Version benennen…',
    keepText: 'Sie bleibt dauerhaft so erhalten, wie sie jetzt ist, und steht hier unter ihrem Namen.',
    name: 'Benennen…',
    rename: 'Umbenennen…',
    nameTitle: 'Version {version} benennen',
    nameText: 'Benannte Versionen bleiben dauerhaft erhalten. Ein leeres Feld entfernt den Namen.',
    namePlaceholder: 'Etwa „Vor dem Relaunch“',
    restore: 'Wiederherstellen…',
    restoreTitle: 'Version {version} vom {time} wiederherstellen?',
    restoreText:
      'Der Entwurf erhält Text und Einstellungen von damals; die URL bleibt. Der heutige Entwurf bleibt im Verlauf erhalten, und Besucher sehen bis zur Veröffentlichung nichts davon.',
    restoreButton: 'Wiederherstellen',
    restored: 'Version {version} ist wieder der Entwurf',
    copy: 'Als neuen Artikel kopieren',
    version: 'Version {version}',
    nobody: 'Gelöschtes Konto',
    words: '{count} Wort | {count} Wörter',
    kinds: {
      checkpoint: 'Automatisch gespeichert',
      named: 'Benannt',
      published: 'Veröffentlicht',
      restored: 'Wiederhergestellt aus Version {version}',
    },
  },
});
