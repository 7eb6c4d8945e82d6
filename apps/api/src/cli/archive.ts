import { resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ArchiveExportService } from '../content/site-archive/archive-export.service.js';
import { ArchiveImportService } from '../content/site-archive/archive-import.service.js';
import { ArchiveReader } from '../content/site-archive/archive-reader.js';
import { writeZip } from '../content/static-export/write-zip.js';
import { systemContext } from '../platform/http/request-context.js';
import { chooseTenant, runCommand } from './cli.js';
import { UsageError } from './command-line.js';

const USAGE = `npm run archive -- export [--tenant TENANT] --to FILE
       npm run archive -- import [--tenant TENANT] --from FILE [--dry-run]
       Copies all content of a site into one file, or such a file into an empty site. (--dry-run: only says what would be imported.)`;

const VERBS = { export: 0, import: 0 } as const;
const OPTIONS = { to: 'value', from: 'value', 'dry-run': 'flag' } as const;

await runCommand({ usage: USAGE, verbs: VERBS, takesTenant: true, options: OPTIONS }, async (app, line) => {
  const { verb, options, tenant } = line;
  const { to, from } = options;
  if (verb === 'export') {
    if (to === undefined || from !== undefined || options['dry-run'] !== undefined)
      throw new UsageError('An export takes --to and nothing else.', USAGE);
    const site = await chooseTenant(app, tenant);
    const { tables, files } = await writeZip(resolve(to), (sink) =>
      app.get(ArchiveExportService).write(site, sink),
    );
    const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
    console.log(`Exported ${counts(rows, files.length)} of "${site.name}" to ${resolve(to)}.`);
    return;
  }
  if (from === undefined || to !== undefined)
    throw new UsageError('An import takes --from, not --to.', USAGE);
  const site = await chooseTenant(app, tenant);
  const archive = await ArchiveReader.open(resolve(from));
  try {
    await importInto(app, site, archive, options['dry-run'] !== undefined);
  } finally {
    archive.close();
  }
});

async function importInto(
  app: INestApplicationContext,
  { id, name }: { readonly id: string; readonly name: string },
  archive: ArchiveReader,
  isDry: boolean,
): Promise<void> {
  const service = app.get(ArchiveImportService);
  if (!isDry) {
    const { rows, files, settings } = await service.import(systemContext(id, 'npm run archive'), archive);
    console.log(`Imported ${counts(rows, files)} and ${settings} settings into "${name}".`);
    return;
  }
  const { tables, files, site, takenAt } = archive.manifest;
  const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
  console.log(`The archive of "${site}" of ${takenAt} has ${counts(rows, files.length)}.`);
  const problems = await service.problems(id, archive);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`It can be imported into "${name}". Nothing was written.`);
}

function counts(rows: Readonly<Record<string, number>>, files: number): string {
  const of = (table: string): number => rows[table] ?? 0;
  return `${of('article')} articles, ${of('article_version')} versions, ${of('live_page')} addresses, ${of('file')} files with ${files} contents`;
}
