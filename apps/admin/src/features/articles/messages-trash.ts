import { defineMessages } from '../../app/i18n';

/** Texts of moving articles to the trash, and out of it. */
defineMessages('articleTrash', {
  en: {
    move: 'Move to trash',
    moved: 'Moved to the trash: {title}',
    moveTitle: 'Move “{title}” to the trash?',
    moveText:
      'It’s live at {path}. Visitors can no longer read it. You can restore it later, but visitors only see it again once it’s published.',
    restore: 'Restore',
    restored: 'Restored: {title}',
    restoreTitle: 'Restore “{title}” with another URL',
    restoreText: 'Its URL is no longer free. Choose another one.',
    delete: 'Delete permanently…',
    deleteTitle: 'Delete “{title}” permanently?',
    deleteText: 'The text and all its versions are lost. This can’t be undone.',
    deleteButton: 'Delete permanently',
    deleted: 'Deleted permanently: {title}',
    since: 'In the trash since {time}',
    sinceText:
      'Restore it to go on editing. All its versions are kept, and visitors see it once it’s published.',
  },
  de: {
    move: 'In den Papierkorb verschieben',
    moved: 'In den Papierkorb verschoben: {title}',
    moveTitle: '„{title}“ in den Papierkorb verschieben?',
    moveText:
      'Der Artikel ist unter {path} online. Besucher können ihn dann nicht mehr lesen. Sie können ihn später wiederherstellen; Besucher sehen ihn erst wieder, wenn er veröffentlicht wird.',
    restore: 'Wiederherstellen',
    restored: 'Wiederhergestellt: {title}',
    restoreTitle: '„{title}“ mit anderer URL wiederherstellen',
    restoreText: 'Die bisherige URL ist nicht mehr frei. Wählen Sie eine andere.',
    delete: 'Endgültig löschen…',
    deleteTitle: '„{title}“ endgültig löschen?',
    deleteText: 'Der Text und alle Versionen gehen verloren. Das lässt sich nicht rückgängig machen.',
    deleteButton: 'Endgültig löschen',
    deleted: 'Endgültig gelöscht: {title}',
    since: 'Im Papierkorb seit {time}',
    sinceText:
      'Stellen Sie den Artikel wieder her, um ihn zu bearbeiten. Alle Versionen bleiben, und Besucher sehen ihn nach der Veröffentlichung.',
  },
});
