import type { SETUP_TEXTS } from '@sitedesk/contract/setup';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof SETUP_TEXTS> = {
  'setup.closed': 'Diese Website ist bereits eingerichtet.',
};
