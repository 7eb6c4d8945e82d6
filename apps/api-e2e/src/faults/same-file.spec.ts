import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { EditorBrowser } from '../harness/editor.js';
import { readFile, tryUpload } from '../harness/files.js';
import { startTwoEditorSitesBy, type TwoEditorSites } from '../harness/people.js';
import { type RunningProcess, startApi, TEST_DATA_DIR } from '../harness/processes.js';
import { figure, percentile } from './support/figure.js';

const PAIRS = 60;
const OCTETS = 2 * 1024 * 1024;

describe('a file that another site has', () => {
  let sites: TwoEditorSites<RunningProcess>;
  let a: EditorBrowser;
  let b: EditorBrowser;
  beforeAll(async () => {
    sites = await startTwoEditorSitesBy(startApi);
    ({ a, b } = sites);
  });
  afterAll(async () => {
    await sites.site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  /** Milliseconds, and what the answer says besides the file's own id and time. */
  async function uploaded(content: Buffer): Promise<{ readonly ms: number; readonly said: object }> {
    const from = performance.now();
    const { status, headers, id } = await tryUpload(b, 'same.bin', content);
    const ms = performance.now() - from;
    const { name, size, version, revision } = await readFile(b, id);
    return { ms, said: { status, headers: Object.keys(headers).toSorted(), name, size, version, revision } };
  }

  it('is uploaded like one that none has: the same answers, in the same time (F-07)', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    // In turn, so that whatever else the machine does slows both down alike.
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const [known, unknown] = [randomBytes(OCTETS), randomBytes(OCTETS)];
      expect((await tryUpload(a, 'same.bin', known)).status).toBe(204);
      const [first, second] = pair % 2 === 0 ? [known, unknown] : [unknown, known];
      const [one, other] = [await uploaded(first), await uploaded(second)];
      expect(one.said).toEqual(other.said);
      times.known.push(first === known ? one.ms : other.ms);
      times.unknown.push(first === known ? other.ms : one.ms);
    }
    const [knownMs, unknownMs] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)];
    figure('F-07', { pairs: PAIRS, knownMs, unknownMs, ratio: (knownMs / unknownMs).toFixed(3) });
  });
});
