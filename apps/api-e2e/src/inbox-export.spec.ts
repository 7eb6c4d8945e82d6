import { CONTACT_COLUMNS } from '@sitedesk/contract/inbox';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMemoryMb, SMALL_HEAP } from './faults/support/process-memory.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { everyContact, storeContacts, tenantIdOf } from './harness/inbox.js';
import { HOSTS, startTwoEditorSitesBy, type TwoEditorSites } from './harness/people.js';
import { type RunningProcess, startApi } from './harness/processes.js';

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '"=1', "'=1", '＝1', '\u200b=1'];

/** Cells of a file in which every cell is quoted, by RFC 4180. */
function cellsOf(file: string): readonly (readonly string[])[] {
  expect(file.endsWith('"\r\n')).toBe(true);
  return file
    .slice(1, -3)
    .split('"\r\n"')
    .map((record) => record.split('","').map((cell) => cell.replaceAll('""', '"')));
}

let sites: TwoEditorSites<RunningProcess>;
let a: EditorBrowser;

beforeAll(async () => {
  sites = await startTwoEditorSitesBy(startApi, SMALL_HEAP);
  ({ a } = sites);
  const { database } = sites.site;
  await storeContacts(database, await tenantIdOf(database, HOSTS.a), [
    ...FORMULAS.map((message) => ({ name: message.replace(/[\t\r]/g, ''), message })),
    {
      name: 'Anna',
      message: 'Two lines,\r\nwith "quotes"',
      folder: 'archived',
      status: 'failed',
      error: 'Why',
    },
    { name: 'Bo', message: 'In the trash', folder: 'trash' },
  ]);
  await storeContacts(database, await tenantIdOf(database, HOSTS.b), [{ name: 'Only at B' }]);
});

afterAll(() => sites.site.stop());

describe('export of messages (X-01 to X-04)', () => {
  it('CSV with every cell quoted, CRLF, no formula, a fixed name, never to be cached (X-01, X-04)', async () => {
    const answer = await a.get('/contacts/export?format=csv&view=all');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="contacts.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const [header = [], ...records] = cellsOf(answer.text);
    expect(header).toHaveLength(CONTACT_COLUMNS.length);
    expect(records).toHaveLength(FORMULAS.length + 2);
    for (const cell of records.flat()) expect(cell).not.toMatch(/^[\s"\u200b]*[=+\-@＝]|^[\t\r]/);
    expect(records.map((record) => record[header.indexOf('Message')])).toContain(
      'Two lines,\r\nwith "quotes"',
    );
  });

  it.each([
    ['view=all', FORMULAS.length + 2],
    ['view=archived', 1],
    ['view=trash', 1],
    ['', FORMULAS.length],
    ['view=all&delivery=failed', 1],
    ['view=all&q=quotes', 1],
    ['q=nothing', 0],
  ])('?%s holds what the list with it shows, in its order (UX-25)', async (query, count) => {
    const exported = (await a.get(`/contacts/export?format=json&sort=name&order=desc&${query}`)).json();
    const listed = await everyContact(a, `sort=name&order=desc&${query}`);
    expect((exported as readonly { id: string }[]).map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
    expect(exported).toHaveLength(count);
    expect(JSON.stringify(exported)).not.toContain('Only at B');
    const csv = await a.get(`/contacts/export?format=csv&${query}`);
    expect(cellsOf(csv.text)).toHaveLength(count + 1);
  });

  it('holds the columns that were asked for, and no others', async () => {
    const csv = await a.get('/contacts/export?format=csv&view=archived&columns=email,receivedAt,name');
    expect(cellsOf(csv.text)[0]).toEqual(['Received (UTC)', 'Name', 'Email']);
    const json = await a.get(
      '/contacts/export?format=json&view=archived&columns=folder,problem,delivery,unread',
    );
    expect(json.json()).toEqual([{ folder: 'archived', unread: true, delivery: 'failed', problem: 'Why' }]);
  });

  it.each([
    'format=xml',
    '',
    'format=csv&columns=',
    'format=csv&columns=name,name',
    'format=csv&columns=password',
  ])('refuses ?%s (Z-07)', async (query) => {
    expect((await a.get(`/contacts/export?${query}`)).status).toBe(400);
  });

  it('the export is in the audit log, with its filters and columns (X-03)', async () => {
    const path = '/contacts/export?format=csv&view=archived&columns=name';
    await a.get(path, { 'X-Request-Id': 'the-export-itself' });
    expect((await a.get('/audit?requestId=the-export-itself')).json()).toMatchObject({
      items: [
        {
          action: 'contact.export',
          outcome: 'done',
          after: { format: 'csv', view: 'archived', columns: ['name'] },
        },
      ],
    });
  });
});

describe('export of many messages (X-02)', () => {
  const SEEDED = 45_000;

  beforeAll(async () => {
    // No export here searches for words, and indexing them takes longer than the rest of this file.
    await sites.site.database.query('DROP INDEX contact_submission_words');
    await sites.site.database.query(
      `INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at,
         receipt_code, status)
       SELECT gen_random_uuid(), h.tenant_id, 'Visitor ' || n, n || '@example.com', repeat(repeat('x', 99) || ' ', 12), '192.0.2.1',
         h.hostname, to_timestamp(n), 'CODE-' || n, 'sent'
       FROM tenant_hostname h, generate_series(1, $1::int) AS n WHERE h.hostname = $2`,
      [SEEDED, HOSTS.b],
    );
    await sites.site.database.query('ANALYZE contact_submission');
  });

  const begin = async (): Promise<IncomingMessage> => {
    const outgoing = request(`${sites.site.api.url}/editor/contacts/export?format=json`, {
      headers: { ...sites.b.ownHeaders, Cookie: sites.b.cookieHeader },
    }).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]; // the event's only argument
    return answer;
  };

  const openCursors = async (): Promise<number> =>
    (
      await sites.site.database.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'sitedesk' AND state = 'idle in transaction'
           AND datname = current_database()`,
      )
    ).length;

  it('a reader who goes away frees the connection, and what others wait for', async () => {
    const first = await begin();
    await once(first, 'data');
    const second = await begin();
    await once(second, 'data');
    await eventually(async () => expect(await openCursors()).toBe(2));
    const third = await sites.b.get('/contacts/export?format=csv');
    expect(third.status).toBe(429);
    expect(third.json()).toMatchObject({ code: 'busy' });
    first.destroy();
    second.destroy();
    await eventually(async () => expect(await openCursors()).toBe(0));
    expect((await sites.b.get('/contacts/export?format=csv&to=1970-01-01T00:00:00Z')).status).toBe(200);
  });

  it('takes little memory with a slow reader, and every row arrives once (X-02)', async () => {
    // What the program takes when it first has much to do, the young part of its heap above all, is not what the rows take.
    const aQuarter = new Date((SEEDED / 4) * 1_000).toISOString();
    for (let round = 0; round < 3; round += 1)
      await sites.b.get(`/contacts/export?format=json&to=${aQuarter}`);
    const before = peakMemoryMb(sites.site.api.pid);
    const answer = await begin();
    await sleep(1_500);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    const file = Buffer.concat(chunks);
    expect(file.length).toBeGreaterThan(64 * 2 ** 20);
    expect(peakMemoryMb(sites.site.api.pid) - before).toBeLessThan(64);
    const ids = JSON.parse(file.toString()).map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(SEEDED + 1);
    expect(await openCursors()).toBe(0);
  });
});
