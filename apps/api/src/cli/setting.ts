import { systemContext } from '../platform/http/request-context.js';
import { ValidationProblem } from '../platform/http/problem.js';
import { SettingDefinitions, type SettingName } from '../platform/settings/setting-definitions.js';
import { SettingEditorService } from '../platform/settings/setting-editor.service.js';
import { SettingsService } from '../platform/settings/settings.service.js';
import { chooseTenant, command } from './cli.js';

const USAGE = `npm run setting -- list [--tenant TENANT]
       npm run setting -- set GROUP NAME VALUE [--tenant TENANT]    (VALUE "-" reads from standard input)
       npm run setting -- unset GROUP NAME [--tenant TENANT]`;

/** The setting as it is spelt, or a sentence for a mistyped one. */
function known(definitions: SettingDefinitions, group: string, name: string): SettingName {
  const definition = definitions.find(group, name);
  if (!definition) throw new Error(`There's no setting ${group}/${name}.`);
  return definition;
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString().trim();
}

const VERBS = { list: 0, set: 3, unset: 2 } as const;

export const { run, runOn } = command(
  { usage: USAGE, verbs: VERBS, takesTenant: true },
  async (app, { verb, values, tenant }) => {
    const [group = '', name = '', value = ''] = values;
    const settings = app.get(SettingsService);
    const { id } = await chooseTenant(app, tenant);
    if (verb === 'list') {
      for (const row of await settings.list(id)) {
        const shown = row.value ?? (row.isSet ? '(set, not shown)' : '(not set)');
        console.log([`${row.group}/${row.name}`, shown, row.source, row.description].join('\t'));
      }
      return;
    }
    const change = async (next: string | null): Promise<void> => {
      const setting = known(app.get(SettingDefinitions), group, name);
      const save = { group: setting.group, version: undefined, values: { [setting.name]: next } };
      await app
        .get(SettingEditorService)
        .save(systemContext(id, 'npm run setting'), { ...save, kind: 'command' })
        .catch((error: unknown) => {
          if (!(error instanceof ValidationProblem)) throw error;
          const [problem] = error.errors;
          const place = problem?.field.replace(/^values\./, '') ?? setting.name;
          throw new Error(`The setting ${setting.group}/${place} ${problem?.message ?? "isn't valid"}.`);
        });
    };
    if (verb === 'unset') return change(null);
    return change(value === '-' ? await standardInput() : value);
  },
);
