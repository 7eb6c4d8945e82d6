import type { RETENTION_TEXTS } from '@sitedesk/contract/retention';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof RETENTION_TEXTS> = {
  'retention.days': 'muss 0 (dauerhaft aufbewahren) oder eine ganze Zahl von {min} bis {max} sein',
};
