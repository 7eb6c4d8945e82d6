import type { SignInOptions } from '@sitedesk/contract/external-sign-in';

/** Whether nobody can sign in here: the browser wouldn't keep the session of a page that came over http. */
export const needsHttps = ({ httpsOnly }: SignInOptions): boolean => httpsOnly && !isSecureContext;
