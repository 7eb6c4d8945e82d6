import type { JOB_TEXTS } from '@sitedesk/contract/system';
import type { ServerTexts } from '../../app/server-texts';

/** The server's texts about background jobs. */
export const serverTexts: ServerTexts<typeof JOB_TEXTS> = {
  'job.timedOut': 'Der Versuch war nach {seconds} Sekunden nicht abgeschlossen.',
};
