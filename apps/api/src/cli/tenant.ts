import { TenantsService } from '../tenancy/tenants.service.js';
import { chooseTenant, runCommand, UsageError } from './cli.js';

const USAGE = `npm run tenant -- list
       npm run tenant -- add NAME HOSTNAME [HOSTNAME...]
       npm run tenant -- add-host TENANT HOSTNAME
       npm run tenant -- remove-host TENANT HOSTNAME
       (TENANT: its id, name or a hostname)`;

await runCommand(async (app, [verb, first, ...rest]) => {
  const tenants = app.get(TenantsService);
  const [hostname] = rest;
  if (verb === 'list') {
    for (const { id, name, hostnames } of await tenants.list())
      console.log([id, name, hostnames.join(',')].join('\t'));
    return;
  }
  if (verb === 'add' && first && hostname) {
    const { id } = await tenants.add(first, rest);
    console.log(id);
    return;
  }
  if (verb === 'add-host' && first && hostname)
    return tenants.addHostname((await chooseTenant(app, first)).id, hostname);
  if (verb === 'remove-host' && first && hostname)
    return tenants.removeHostname((await chooseTenant(app, first)).id, hostname);
  throw new UsageError(USAGE);
});
