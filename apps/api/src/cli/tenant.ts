import { TenantsService } from '../platform/tenancy/tenants.service.js';
import { chooseTenant, runCommand } from './cli.js';

const USAGE = `npm run tenant -- list
       npm run tenant -- add NAME HOSTNAME [HOSTNAME...]
       npm run tenant -- add-host TENANT HOSTNAME
       npm run tenant -- remove-host TENANT HOSTNAME
       (TENANT is its ID, name or a hostname)`;

const VERBS = { list: 0, add: [2, Infinity], 'add-host': 2, 'remove-host': 2 } as const;

await runCommand({ usage: USAGE, verbs: VERBS, takesTenant: false }, async (app, { verb, values }) => {
  const tenants = app.get(TenantsService);
  const [first = '', ...rest] = values;
  const [hostname = ''] = rest;
  if (verb === 'list') {
    for (const { id, name, hostnames } of await tenants.list())
      console.log([id, name, hostnames.join(',')].join('\t'));
    return;
  }
  if (verb === 'add') {
    const { id } = await tenants.add(first, rest);
    console.log(id);
    return;
  }
  const { id } = await chooseTenant(app, first);
  await (verb === 'add-host' ? tenants.addHostname(id, hostname) : tenants.removeHostname(id, hostname));
});
