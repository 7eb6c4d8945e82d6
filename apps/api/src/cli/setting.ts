import { SettingsService } from '../settings/settings.service.js';
import { chooseTenant, runCommand, takeOption, UsageError } from './cli.js';

const USAGE = `npm run setting -- list [--tenant TENANT]
       npm run setting -- set GROUP NAME VALUE [--tenant TENANT]    (VALUE "-": read from standard input)
       npm run setting -- unset GROUP NAME [--tenant TENANT]`;

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString().trim();
}

await runCommand(async (app, args) => {
  const { value: wanted, rest } = takeOption(args, 'tenant');
  const [verb, group, name, value] = rest;
  const settings = app.get(SettingsService);
  const { id } = await chooseTenant(app, wanted);
  if (verb === 'list') {
    for (const row of await settings.list(id)) {
      const shown = row.value ?? (row.isSet ? '(set, not shown)' : '(not set)');
      console.log([`${row.group}/${row.name}`, shown, row.source, row.description].join('\t'));
    }
    return;
  }
  if (verb === 'set' && group && name && value)
    return settings.set(id, group, name, value === '-' ? await standardInput() : value);
  if (verb === 'unset' && group && name) return settings.unset(id, group, name);
  throw new UsageError(USAGE);
});
