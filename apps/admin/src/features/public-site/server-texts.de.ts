import type { PUBLIC_SITE_TEXTS } from '@sitedesk/contract/public-site';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof PUBLIC_SITE_TEXTS> = {
  'public-site.publicUrl': 'muss eine Adresse ohne Pfad sein, zum Beispiel https://example.com',
  'public-site.editorHost':
    'darf nicht den Hostnamen der URL der Verwaltung haben: Ein Skript auf einer Seite könnte für jeden handeln, der angemeldet ist',
  'public-site.menu': 'dürfen höchstens {max} Pfade wie /about sein, durch Kommas getrennt',
};
