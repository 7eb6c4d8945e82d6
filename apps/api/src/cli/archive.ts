import { resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ArchiveExportService } from '../content/site-archive/archive-export.service.js';
import {
  ArchiveImportService,
  type ImportedArchive,
} from '../content/site-archive/archive-import.service.js';
import { ArchiveReader } from '../content/site-archive/archive-reader.js';
import { writeZip } from '../content/static-export/write-zip.js';
import { systemContext } from '../platform/http/request-context.js';
import { chooseTenant, command } from './cli.js';
import { UsageError } from './command-line.js';

const USAGE = `npm run archive -- export [--tenant TENANT] --to FILE [--with-messages] [--with-people]
       npm run archive -- import [--tenant TENANT] --from FILE [--dry-run]
       Copies all content of a site into one file, or such a file into an empty site. (--dry-run: only says what would be imported. --with-messages, --with-people:
       also what visitors sent, and who works on the site. Keep such a file as you keep a backup.)`;

const VERBS = { export: 0, import: 0 } as const;
const OPTIONS = {
  to: 'value',
  from: 'value',
  'dry-run': 'flag',
  'with-messages': 'flag',
  'with-people': 'flag',
} as const;

export const { run } = command(
  { usage: USAGE, verbs: VERBS, takesTenant: true, options: OPTIONS },
  async (app, line) => {
    const { verb, options, tenant } = line;
    const { to, from } = options;
    if (verb === 'export') {
      if (to === undefined || from !== undefined || options['dry-run'] !== undefined)
        throw new UsageError('An export takes --to, and neither --from nor --dry-run.', USAGE);
      const site = await chooseTenant(app, tenant);
      const choice = {
        messages: options['with-messages'] !== undefined,
        people: options['with-people'] !== undefined,
      };
      const listeners = { recordedFor: systemContext(site.id, 'npm run archive') };
      const { tables, files, people } = await writeZip(resolve(to), (sink) =>
        app.get(ArchiveExportService).write(site.id, site.name, sink, choice, listeners),
      );
      const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
      const also = [
        ...(choice.messages ? [`${rows['contact_submission'] ?? 0} messages`] : []),
        ...(people ? [`${people.rows} people`] : []),
      ];
      const what = [counts(rows, files.length), ...also].join(', ');
      console.log(`Exported ${what} of "${site.name}" to ${resolve(to)}.`);
      return;
    }
    if (from === undefined || to !== undefined)
      throw new UsageError('An import takes --from, not --to.', USAGE);
    if (options['with-messages'] !== undefined || options['with-people'] !== undefined)
      throw new UsageError('An import takes all that the archive has: choose when you export.', USAGE);
    const site = await chooseTenant(app, tenant);
    const archive = await ArchiveReader.open(resolve(from));
    try {
      await importInto(app, site, archive, options['dry-run'] !== undefined);
    } finally {
      archive.close();
    }
  },
);

async function importInto(
  app: INestApplicationContext,
  { id, name }: { readonly id: string; readonly name: string },
  archive: ArchiveReader,
  isDry: boolean,
): Promise<void> {
  const service = app.get(ArchiveImportService);
  if (!isDry) {
    const imported = await service.import(systemContext(id, 'npm run archive'), archive);
    const { rows, files, settings } = imported;
    console.log(`Imported ${counts(rows, files)} and ${settings} settings into "${name}".`);
    for (const line of additions(imported)) console.log(line);
    return;
  }
  const { tables, files, site, takenAt } = archive.manifest;
  const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
  console.log(`The archive of "${site}" of ${takenAt} has ${counts(rows, files.length)}.`);
  for (const line of additions(await service.additions(id, archive))) console.log(line);
  const problems = await service.problems(id, archive);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`It can be imported into "${name}". Nothing was written.`);
}

/** What of people and messages is new, as sentences. */
function additions({ people, messages }: Pick<ImportedArchive, 'people' | 'messages'>): readonly string[] {
  return [
    ...(messages ? [`Messages: ${messages.added} new, ${messages.present} there already.`] : []),
    ...(people
      ? [
          `People: ${people.added} new, ${people.present} there already. Invite the new ones on the Users page.`,
        ]
      : []),
  ];
}

function counts(rows: Readonly<Record<string, number>>, files: number): string {
  const of = (table: string): number => rows[table] ?? 0;
  return `${of('article')} articles, ${of('article_version')} versions, ${of('live_page')} addresses, ${of('file')} files with ${files} contents`;
}
