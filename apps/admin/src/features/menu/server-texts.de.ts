import type { MENU_MESSAGES } from '@sitedesk/contract/menu';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof MENU_MESSAGES> = {
  'menu.needsTarget': 'Wählen Sie einen Artikel, oder geben Sie eine URL ein',
  'menu.oneTarget': 'Ein Eintrag ist entweder ein Artikel oder ein Link',
  'menu.needsLabel': 'Geben Sie eine Beschriftung für den Link ein',
};
