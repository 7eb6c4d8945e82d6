import { isMailbox } from '@sitedesk/contract/dto';
import { BreakGlass } from '../identity/break-glass.service.js';
import { SetupService } from '../identity/setup.service.js';
import { chooseTenant, runCommand, takeOption, UsageError } from './cli.js';

const USAGE = `npm run admin -- create EMAIL [--tenant TENANT]       make an administrator, and print a password for him
       npm run admin -- unlock EMAIL [--tenant TENANT]       let the right password count again after too many wrong ones
       npm run admin -- reset-2fa EMAIL [--tenant TENANT]    remove the second factor of somebody who has lost it
       npm run admin -- setup-code [--tenant TENANT]         print the one-time code for the first administrator`;

await runCommand(async (app, args) => {
  const { value: wanted, rest } = takeOption(args, 'tenant');
  const [verb, email = '', ...more] = rest;
  const { id } = await chooseTenant(app, wanted);
  if (verb === 'setup-code') {
    const code = (await app.get(SetupService).isOpen(id)) ? await app.get(SetupService).code(id) : undefined;
    if (code === undefined) throw new Error('The set-up of this site is finished.');
    console.log(code);
    return;
  }
  if (more.length > 0 || !isMailbox(email)) throw new UsageError(USAGE);
  const breakGlass = app.get(BreakGlass);
  if (verb === 'create') {
    const { password } = await breakGlass.createAdministrator(id, email);
    console.log(`${email} is an administrator now.\nPassword: ${password}\nChange it after signing in.`);
    return;
  }
  if (verb === 'reset-2fa') {
    await breakGlass.resetTwoFactor(id, email);
    console.log(`${email} signs in without a second factor now, and should set up a new one.`);
    return;
  }
  if (verb !== 'unlock') throw new UsageError(USAGE);
  await breakGlass.unlock(id, email);
  console.log(`${email} can sign in again.`);
});
