import type { SettingGroup } from '@sitedesk/contract';
import { systemActor } from '../audit/actor.js';
import { ValidationProblem } from '../common/problem.js';
import { findSetting } from '../settings/setting-definitions.js';
import { SettingEditor } from '../settings/setting-editor.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { chooseTenant, runCommand, takeOption, UsageError } from './cli.js';

const USAGE = `npm run setting -- list [--tenant TENANT]
       npm run setting -- set GROUP NAME VALUE [--tenant TENANT]    (VALUE "-": read from standard input)
       npm run setting -- unset GROUP NAME [--tenant TENANT]`;

/** The setting as it is spelt, or a sentence for whoever mistyped it. */
function known(group: string, name: string): { readonly group: SettingGroup; readonly name: string } {
  const definition = findSetting(group, name);
  if (!definition) throw new Error(`There is no setting ${group}/${name}.`);
  return definition;
}

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
  const change = async (next: string | null): Promise<void> => {
    const setting = known(group ?? '', name ?? '');
    const save = { group: setting.group, version: undefined, values: { [setting.name]: next } };
    const saver = { actor: systemActor('npm run setting'), principal: undefined };
    await app
      .get(SettingEditor)
      .save(id, saver, { ...save, kind: 'command' })
      .catch((error: unknown) => {
        if (!(error instanceof ValidationProblem)) throw error;
        const [problem] = error.errors;
        throw new Error(
          `The setting ${setting.group}/${setting.name} ${problem?.message ?? 'is not valid'}.`,
        );
      });
  };
  if (verb === 'set' && group && name && value) return change(value === '-' ? await standardInput() : value);
  if (verb === 'unset' && group && name) return change(null);
  throw new UsageError(USAGE);
});
