import type { VIEW_MESSAGES } from '@sitedesk/contract/views';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof VIEW_MESSAGES> = {
  'views.nameTaken': 'Es gibt schon eine Ansicht mit diesem Namen',
  'views.tooMany': 'Eine Liste kann {max} Ansichten haben: Löschen Sie zuerst eine',
  'views.otherViews': 'Die Ansichten haben sich inzwischen geändert: Laden Sie die Seite neu',
};
