import { jest } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { build, type Plugin } from 'esbuild';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { AttentionService } from './platform/dashboard/attention.service.js';
import { ChecklistService } from './platform/dashboard/checklist.service.js';
import { JobsService } from './platform/jobs/jobs.service.js';
import { SettingDefinitions } from './platform/settings/setting-definitions.js';
import { SystemService } from './platform/system/system.service.js';
import { createTestApp } from './testing/test-app.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

const PAGES = join(__dirname, '../../admin/src/features');

type Tables = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
type Collect = (page: string, texts: Readonly<Record<'en' | 'de', Tables>>) => void;

describe('what the running application registers', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  /** By the table of the administration that has the labels. */
  let registered: Readonly<Record<string, readonly string[]>>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const checks = jest.spyOn(SystemService.prototype, 'add');
    const attention = jest.spyOn(AttentionService.prototype, 'add');
    const steps = jest.spyOn(ChecklistService.prototype, 'add');
    const jobs = jest.spyOn(JobsService.prototype, 'register');
    app = await createTestApp(database.url);
    await app.init();
    registered = {
      'system.checks': checks.mock.calls.map(([name]) => name),
      'system.jobKinds': jobs.mock.calls.map(([{ kind }]) => kind),
      'dashboard.attention': attention.mock.calls.map(([code]) => code),
      'dashboard.steps': steps.mock.calls.map(([step]) => step),
      ...settingNames(app.get(SettingDefinitions)),
    };
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it.each(['en', 'de'] as const)('has a label in the administration (%s)', async (locale) => {
    const labels = await labelsOf(locale);
    for (const [table, names] of Object.entries(registered)) {
      expect(names).not.toEqual([]);
      expect(names.map((name) => `${table}.${name}`).filter((label) => !labels.has(label))).toEqual([]);
    }
  });
});

/** The settings by the table of their group, and each needs a label and a text. */
const settingNames = ({ groups, all }: SettingDefinitions): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    groups.map((group) => [
      `setting.${group}`,
      all.filter((each) => each.group === group).flatMap(({ name }) => [name, `${name}Help`]),
    ]),
  );

/** What the tables of the pages say in a language: those of the pages themselves, and what features add to them. */
async function labelsOf(locale: 'en' | 'de'): Promise<ReadonlySet<string>> {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' });
  const tables = files.filter((file) => /(?:system|dashboard|setting)[-/]messages\.ts$/.test(file));
  const { outputFiles } = await build({
    stdin: { contents: tables.map((file) => `import './${file}';`).join(''), resolveDir: PAGES },
    bundle: true,
    write: false,
    conditions: ['@sitedesk/source'],
    define: { 'import.meta.glob': 'Object' },
    plugins: [COLLECTED],
  });
  const labels = new Set<string>();
  const collect: Collect = (page, texts) => {
    for (const [table, words] of Object.entries(texts[locale])) {
      if (typeof words === 'object')
        for (const name of Object.keys(words)) labels.add(`${page}.${table}.${name}`);
    }
  };
  runInNewContext(outputFiles[0]?.text ?? '', { collect });
  return labels;
}

/** In place of `app/i18n`, which needs a browser. */
const COLLECTED: Plugin = {
  name: 'collected',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/app\/i18n$/ }, () => ({ path: 'i18n', namespace: 'collected' }));
    onLoad({ filter: /.*/, namespace: 'collected' }, () => ({
      contents: 'export const defineMessages = collect;',
    }));
  },
};
