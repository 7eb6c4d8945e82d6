import { BlobStore, StoreAway } from '../content/files/blob-store.js';
import { FolderRunsService } from '../content/static-export/folder-runs.service.js';
import { TenantsService } from '../platform/tenancy/tenants.service.js';
import { chooseTenant, command } from './cli.js';

const USAGE = `npm run tenant -- list
       npm run tenant -- add NAME HOSTNAME [HOSTNAME...]
       npm run tenant -- add-host TENANT HOSTNAME
       npm run tenant -- remove-host TENANT HOSTNAME
       npm run tenant -- remove TENANT [NAME]
       (TENANT is its ID, name or a hostname. Removing shows what would be deleted; with the site's NAME it deletes.)`;

const VERBS = { list: 0, add: [2, Infinity], 'add-host': 2, 'remove-host': 2, remove: [1, 2] } as const;

export const { run, runOn } = command(
  { usage: USAGE, verbs: VERBS, takesTenant: false },
  async (app, { verb, values }) => {
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
    const { id, name } = await chooseTenant(app, first);
    if (verb === 'remove') {
      if (hostname === '') {
        for (const { table, rows } of await tenants.countRows(id)) console.log([table, rows].join('\t'));
        console.log(`To delete all of this for good: npm run tenant -- remove ${id} "${name}"`);
        return;
      }
      if (hostname !== name)
        throw new Error(`This site is named "${name}", not "${hostname}". Nothing was deleted.`);
      const blobs = app.get(BlobStore);
      const placement = await blobs.placement(id);
      await tenants.remove(id);
      await blobs.removeSite(id, placement).catch((error: unknown) => {
        const { message } =
          error instanceof StoreAway && error.cause instanceof Error ? error.cause : Object(error);
        throw new Error(`Deleted the site "${name}", but not all of its files: ${message}`);
      });
      await app
        .get(FolderRunsService)
        .remove(id)
        .catch(({ message }: Error) => {
          throw new Error(`Deleted the site "${name}", but not its folder in EXPORT_DIR: ${message}`);
        });
      console.log(`Deleted the site "${name}" and everything it had.`);
      return;
    }
    await (verb === 'add-host' ? tenants.addHostname(id, hostname) : tenants.removeHostname(id, hostname));
  },
);
