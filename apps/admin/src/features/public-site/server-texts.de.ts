import type { PUBLIC_SITE_TEXTS } from '@sitedesk/contract/public-site';
import type { SITE_ARCHIVE_TEXTS } from '@sitedesk/contract/site-archive';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof PUBLIC_SITE_TEXTS | typeof SITE_ARCHIVE_TEXTS> = {
  'public-site.publicUrl': 'muss eine Adresse ohne Pfad sein, zum Beispiel https://example.com',
  'public-site.exportsBusy': 'Es laufen bereits andere Exporte. Versuchen Sie es, wenn sie fertig sind.',
  'public-site.editorHost':
    'darf nicht den Hostnamen der URL der Verwaltung haben: Ein Skript auf einer Seite könnte für jeden handeln, der angemeldet ist',
  'public-site.picture':
    'muss eine URL sein, die mit https:// beginnt, oder der Pfad einer Datei der Website, zum Beispiel /media/…/logo.png',
  'public-site.robotsTxt': 'muss aus Textzeilen ohne Steuerzeichen bestehen',
  'site-archive.administrators':
    'Das dürfen nur Administratoren: Das Archiv hat Artikel, die andere nicht sehen.',
  'site-archive.busy': 'Es wird bereits ein Archiv erstellt.',
  'site-archive.filesAway':
    'Die Dateien der Website können gerade nicht gelesen oder das Archiv kann gerade nicht gespeichert werden.',
  'site-archive.internal': 'Das Archiv konnte wegen eines Fehlers des Servers nicht erstellt werden.',
};
