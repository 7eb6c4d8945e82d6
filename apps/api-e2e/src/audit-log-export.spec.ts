import type { AuditRecord } from '@sitedesk/contract/audit';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMemoryMb, SMALL_HEAP } from './faults/support/process-memory.js';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSiteBy } from './harness/editor.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { eventually } from './harness/eventually.js';

const FORMULA = '=HYPERLINK("http://evil.test";"click")';

/** Rows that only have to be many and long. */
const SEED = `
INSERT INTO audit_entry (id, tenant_id, sequence, at, actor_kind, actor_label, action, outcome, client_address, user_agent,
    request_id, previous_hash, hash)
SELECT gen_random_uuid(), h.tenant_id, 1000 + n, now() - interval '1 day' + n * interval '1 ms', 'system', '', 'test.seed',
    'done', '', repeat('x', 300), '', '', repeat('0', 64)
FROM audit_head h, generate_series(1, $1::int) AS n`;
const SEEDED = 100_000;

/** Cells of a file in which every cell is quoted, by RFC 4180. */
function cellsOf(file: string): readonly (readonly string[])[] {
  expect(file.endsWith('"\r\n')).toBe(true);
  return file
    .slice(1, -3)
    .split('"\r\n"')
    .map((record) => record.split('","').map((cell) => cell.replaceAll('""', '"')));
}

describe('export of the audit log (X-01 to X-04, D-08)', () => {
  let site: EditorSite<RunningProcess>;
  let administrator: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSiteBy(startApi, SMALL_HEAP);
    administrator = await site.administrator();
    await site.browser({ 'User-Agent': FORMULA }).signIn({ ...ADMINISTRATOR, password: 'wrong wrong wrong' });
  });

  afterAll(() => site.stop());

  it('CSV with every cell quoted, CRLF, no formula, a fixed name, never to be cached (X-01, X-04)', async () => {
    const answer = await administrator.get('/audit/export?format=csv');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="audit-log.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const [header = [], ...records] = cellsOf(answer.text);
    const rows = await site.database.query('SELECT 1 FROM audit_entry');
    expect(records).toHaveLength(rows.length);
    expect(new Set(records.map((record) => record.length))).toEqual(new Set([header.length]));
    for (const cell of records.flat()) expect(cell).not.toMatch(/^[\s"]*[=+\-@]|^[\t\r]/);
    expect(records.map((record) => record[header.indexOf('User agent')])).toContain(`'${FORMULA}`);
  });

  it('the export is itself in the log, with its filters, and in the file (X-03)', async () => {
    const path = '/audit/export?format=json&outcome=refused&action=session.begin';
    const answer = await administrator.get(path, { 'X-Request-Id': 'the-export-itself' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.json"',
      'cache-control': 'no-store',
    });
    const listed = await administrator.get('/audit?outcome=refused&action=session.begin');
    expect(answer.json()).toEqual((listed.json() as { items: readonly AuditRecord[] }).items);
    const audited = await administrator.get('/audit?requestId=the-export-itself');
    expect(audited.json()).toMatchObject({
      items: [
        {
          action: 'audit.export',
          outcome: 'done',
          after: { format: 'json', outcome: 'refused', action: 'session.begin' },
        },
      ],
    });
  });

  it('an export in which nothing is found is a file with no rows', async () => {
    expect((await administrator.get('/audit/export?format=json&requestId=none')).json()).toEqual([]);
    const csv = await administrator.get('/audit/export?format=csv&requestId=none');
    expect(cellsOf(csv.text)).toHaveLength(1);
  });

  describe(`of ${SEEDED} rows`, () => {
    beforeAll(async () => {
      await site.database.query(SEED, [SEEDED]);
      await site.database.query('ANALYZE audit_entry');
    });

    const begin = async (format: string): Promise<IncomingMessage> => {
      const outgoing = request(`${site.api.url}/editor/audit/export?format=${format}&action=test.seed`, {
        headers: { Cookie: administrator.cookieHeader },
      }).end();
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]; // the event's only argument
      return answer;
    };

    it('stops asking the database when the reader goes away, and goes on serving', async () => {
      /** Counted by the database, some of it seconds later; so the export that ends early comes first. */
      const questions = async (): Promise<number> => {
        const [row] = await site.database.query<{ scans: string }>(
          `SELECT sum(idx_scan) AS scans FROM pg_stat_user_indexes WHERE relname = 'audit_entry'`,
        );
        return Number(row?.scans);
      };
      const before = await questions();
      const answer = await begin('csv');
      await once(answer, 'data');
      answer.destroy();
      await sleep(4_000); // an export that went on would be through by then
      expect((await questions()) - before).toBeLessThan(40);
      const whole = await begin('csv');
      whole.resume();
      await once(whole, 'end');
      await eventually(async () => expect((await questions()) - before).toBeGreaterThan(80));
      expect((await administrator.get('/audit?limit=1')).status).toBe(200);
    });

    it('takes little memory with a slow reader, and every row arrives once (X-02, D-08)', async () => {
      // What serving alone takes is not what the rows take.
      for (let round = 0; round < 20; round += 1) await administrator.get('/audit?limit=200');
      const fast = await begin('json');
      fast.resume();
      await once(fast, 'end');
      const before = peakMemoryMb(site.api.pid);
      const answer = await begin('json');
      await sleep(1_500);
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const file = Buffer.concat(chunks);
      expect(file.length).toBeGreaterThan(64 * 2 ** 20);
      expect(peakMemoryMb(site.api.pid) - before).toBeLessThan(64);
      const sequences = JSON.parse(file.toString()).map(({ sequence }: AuditRecord) => sequence);
      expect(new Set(sequences).size).toBe(SEEDED);
      expect(sequences).toHaveLength(SEEDED);
    });
  });
});
