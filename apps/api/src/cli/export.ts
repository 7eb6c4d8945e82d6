import { resolve } from 'node:path';
import { ExportFolder } from '../content/static-export/export-folder.js';
import { StaticExportService } from '../content/static-export/static-export.service.js';
import { writeZip } from '../content/static-export/write-zip.js';
import { chooseTenant, command } from './cli.js';
import { UsageError } from './command-line.js';

const USAGE = `npm run export -- [--tenant TENANT] --to FOLDER | --zip FILE [--contact-url URL]
       Writes the public site as files that any static host can serve. In a folder, only what changed since the last export is written.
       (--contact-url: where the contact form is sent, such as https://example.com; the site's own URL if not given.)`;

const OPTIONS = { to: 'value', zip: 'value', 'contact-url': 'value' } as const;

export const { run } = command(
  { usage: USAGE, verbs: { '': 0 }, takesTenant: true, options: OPTIONS },
  async (app, line) => {
    const { to, zip } = line.options;
    if ((to === undefined) === (zip === undefined)) throw new UsageError('Give either --to or --zip.', USAGE);
    const contactOrigin = readOrigin(line.options['contact-url']);
    const tenant = await chooseTenant(app, line.tenant);
    const service = app.get(StaticExportService);
    const result =
      to === undefined
        ? await writeZip(resolve(zip ?? ''), (sink) => service.write(tenant, sink, contactOrigin))
        : await service.write(tenant, await ExportFolder.open(resolve(to), tenant.id), contactOrigin);
    const { pages, redirects, written, unchanged, removed, skipped } = result;
    console.log(
      `${pages} pages and ${redirects} redirects: ${written} files written, ${unchanged} unchanged, ${removed} removed.`,
    );
    for (const path of skipped)
      process.stderr.write(`Left out, because no file can have this name: ${path}\n`);
  },
);

function readOrigin(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new UsageError('--contact-url has to be a URL such as https://example.com, without a path.', USAGE);
}
