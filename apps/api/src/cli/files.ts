import { StoreAway } from '../content/files/blob-store.js';
import { FileMoveService, type MoveReport } from '../content/files/file-move.service.js';
import { FileVerificationService } from '../content/files/file-verification.service.js';
import { SiteStores } from '../content/files/site-stores.js';
import { command } from './cli.js';
import { UsageError } from './command-line.js';

const USAGE = `npm run files -- move [--dry-run]
       npm run files -- verify
       Moves all files from FILES_URL_PREVIOUS to FILES_URL while the site is online, or reads all files and compares them with their hashes.
       (--dry-run: only says what would be moved.)`;

const VERBS = { move: 0, verify: 0 } as const;
const OPTIONS = { 'dry-run': 'flag' } as const;

/** How often a long run says how far it is. */
const PROGRESS_MS = 10_000;

export const { run } = command(
  { usage: USAGE, verbs: VERBS, takesTenant: false, options: OPTIONS },
  async (app, line) => {
    const [store, previous] = app.get(SiteStores).server;
    const isDry = line.options['dry-run'] !== undefined;
    const say = everyFewSeconds();
    try {
      if (line.verb === 'verify') {
        if (isDry) throw new UsageError('--dry-run is for move.', USAGE);
        const report = await app
          .get(FileVerificationService)
          .verify(({ contents, octets }) => say(`Verified ${contents} contents (${megabytes(octets)}) …`));
        if (report.unused > 0) console.log(`${report.unused} contents belong to no file.`);
        if (report.problems.length > 0) throw new Error(report.problems.join('\n'));
        console.log(
          `All ${report.contents} contents (${megabytes(report.octets)}) in ${store.place} are whole.`,
        );
        return;
      }
      if (!previous)
        throw new Error(
          'Set FILES_URL_PREVIOUS to where the files are and FILES_URL to where they should be, restart, and run this again.',
        );
      const report = await app
        .get(FileMoveService)
        .move(previous, isDry, (so) => say(`${isDry ? 'Found' : 'Moved'} ${counts(so)} …`));
      const way = `from ${previous.place} to ${store.place}`;
      if (isDry)
        return console.log(
          `Would move ${counts(report)} ${way}; ${report.present} contents are there already.`,
        );
      console.log(`Moved ${counts(report)} ${way}; ${report.present} contents were there already.`);
      if (report.problems.length > 0)
        throw new Error(`${report.problems.join('\n')}\nEverything else was moved.`);
      console.log('Everything is there now. Remove FILES_URL_PREVIOUS and restart.');
    } catch (error) {
      throw error instanceof StoreAway ? error.cause : error; // a sentence for the operator
    }
  },
);

function counts({ contents, variants, octets }: MoveReport): string {
  return `${contents} contents (${megabytes(octets)}) and ${variants} picture variants`;
}

function megabytes(octets: number): string {
  return `${(octets / 1024 / 1024).toFixed(1)} MB`;
}

function everyFewSeconds(): (text: string) => void {
  let last = Date.now();
  return (text) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    process.stderr.write(`${text}\n`);
  };
}
