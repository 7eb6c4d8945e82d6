import { isMailbox } from '@sitedesk/contract/rules';
import { BreakGlassService } from '../people/users/break-glass.service.js';
import { SetupService } from '../people/set-up/setup.service.js';
import { chooseTenant, command } from './cli.js';
import { UsageError } from './command-line.js';

const USAGE = `npm run admin -- create EMAIL [--tenant TENANT]       create an administrator and print their password
       npm run admin -- unlock EMAIL [--tenant TENANT]       unlock an account after too many wrong passwords
       npm run admin -- reset-2fa EMAIL [--tenant TENANT]    remove the second factor of someone who lost it
       npm run admin -- setup-code [--tenant TENANT]         print the setup code for the first administrator`;

const VERBS = { create: 1, unlock: 1, 'reset-2fa': 1, 'setup-code': 0 } as const;

export const { run, runOn } = command(
  { usage: USAGE, verbs: VERBS, takesTenant: true },
  async (app, line) => {
    const { verb, tenant } = line;
    const [email = ''] = line.values;
    const { id } = await chooseTenant(app, tenant);
    if (verb === 'setup-code') {
      const code = (await app.get(SetupService).isOpen(id))
        ? await app.get(SetupService).code(id)
        : undefined;
      if (code === undefined) throw new Error('This site is already set up.');
      console.log(code);
      return;
    }
    if (!isMailbox(email)) throw new UsageError(`Not an email address: ${email}`, USAGE);
    const breakGlass = app.get(BreakGlassService);
    if (verb === 'create') {
      const { password } = await breakGlass.createAdministrator(id, email);
      console.log(`${email} is now an administrator.\nPassword: ${password}\nChange it after signing in.`);
      return;
    }
    if (verb === 'reset-2fa') {
      await breakGlass.resetTwoFactor(id, email);
      console.log(`${email} can now sign in without a second factor and should set up a new one.`);
      return;
    }
    await breakGlass.unlock(id, email);
    console.log(`${email} can sign in again.`);
  },
);
