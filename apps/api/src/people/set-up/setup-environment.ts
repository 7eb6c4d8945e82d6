import { isMailbox } from '@sitedesk/contract/rules';
import type { LookUp } from '../../platform/config/env.js';
import type { FirstAdministrator } from './setup.service.js';

/** The administrator that the environment names, created without anyone's help. */
export function readSetupAdministrator(variable: LookUp): FirstAdministrator | undefined {
  const [email, password] = [variable('SETUP_ADMIN_EMAIL'), variable('SETUP_ADMIN_PASSWORD')];
  if (email === undefined && password === undefined) return undefined;
  if (email !== undefined && password !== undefined && isMailbox(email)) return { email, password };
  throw new Error(
    'SETUP_ADMIN_EMAIL must be an email address, and SETUP_ADMIN_PASSWORD must be set with it.',
  );
}
