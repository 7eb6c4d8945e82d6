import { type AuditRecord, AUDIT_OUTCOMES } from '@sitedesk/contract/audit';
import { HEADERS } from '@sitedesk/contract/headers';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { runCommand } from './faults/support/command.js';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { call } from './harness/http.js';
import { addTenant, MULTI } from './harness/tenants.js';

interface List {
  readonly items: readonly AuditRecord[];
  readonly nextCursor: string | null;
}

const WRONG = { email: ADMINISTRATOR.email, password: 'not the right password' };
const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000';

const listOf = async (browser: EditorBrowser, query = ''): Promise<List> => {
  const answer = await browser.get(`/audit${query}`);
  expect(answer.status).toBe(200);
  return answer.json() as List;
};

/** Every page of a list. */
async function everything(browser: EditorBrowser, query: string): Promise<readonly AuditRecord[]> {
  const found: AuditRecord[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: List = await listOf(browser, `${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

describe('the audit log (UX-28, G-06, Z-07)', () => {
  let site: EditorSite;
  let administrator: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite();
    administrator = await site.administrator();
    for (let round = 0; round < 3; round += 1) {
      await site.browser().signIn(WRONG);
      await (await site.administrator()).delete('/session');
    }
  });

  afterAll(() => site.stop());

  /** The administrator, for a while with another role: it counts on the next request (Z-11). */
  async function asRole(role: string, work: () => Promise<void>): Promise<void> {
    const change = 'UPDATE account_role SET role_key = $2 WHERE role_key = $1';
    await site.database.query(change, ['Administrator', role]);
    try {
      await work();
    } finally {
      await site.database.query(change, [role, 'Administrator']);
    }
  }

  it('lists sign-ins, failures and sign-outs, the newest first, with who, what, where from and how it ended (G-06)', async () => {
    const answer = await administrator.get('/audit?limit=2');
    expect(answer.headers['cache-control']).toBe('no-store');
    const { items, nextCursor } = answer.json() as List;
    const [end, begin] = items;
    expect(end).toMatchObject({
      action: 'session.end',
      outcome: 'done',
      actor: { kind: 'account', label: 'Administrator', currentName: 'Administrator' },
    });
    expect(begin).toMatchObject({
      action: 'session.begin',
      outcome: 'done',
      sequence: (end?.sequence ?? 0) - 1,
      target: { kind: 'account', id: begin?.actor.id },
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
      clientAddress: expect.stringMatching(/^[\d.]+$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(nextCursor).toEqual(expect.any(String));
    expect(JSON.stringify(await everything(administrator, '?limit=200'))).not.toContain(ADMINISTRATOR.email);
  });

  it('shows what an account is called now, beside what it was called then (UX-28)', async () => {
    await site.database.query(`UPDATE account SET display_name = 'Anna Berg'`);
    const { items } = await listOf(administrator, '?action=session.begin&outcome=done&limit=1');
    expect(items[0]?.actor).toMatchObject({ label: 'Administrator', currentName: 'Anna Berg' });
    await site.database.query(`UPDATE account SET display_name = 'Administrator'`);
  });

  it('pages by cursor through every row once', async () => {
    const all = await everything(administrator, '?limit=200');
    const bySmallPages = await everything(administrator, '?limit=3');
    expect(bySmallPages.map(({ sequence }) => sequence)).toEqual(all.map(({ sequence }) => sequence));
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => all.length - index));
  });

  it('shows one row by its id, and 404 for what is none', async () => {
    const [first] = (await listOf(administrator, '?limit=1')).items;
    expect((await administrator.get(`/audit/${first?.id}`)).json()).toEqual(first);
    for (const id of [UNKNOWN_ID, '1', 'null', `${first?.id}%00`, "'--"])
      expect((await administrator.get(`/audit/${encodeURIComponent(id)}`)).status).toBe(404);
  });

  it('filters by every key, and a row has to agree with all of them', async () => {
    const all = await everything(administrator, '?limit=200');
    const [sample] = all.filter(({ outcome, action }) => outcome === 'refused' && action === 'session.begin');
    const { clientAddress = '', requestId = '', target, at = '' } = sample ?? {};
    const instant = Date.parse(at);
    const filters: Readonly<Record<string, (row: AuditRecord) => boolean>> = {
      'action=session.begin': ({ action }) => action === 'session.begin',
      'action=session.': ({ action }) => action.startsWith('session.'),
      'action=sess.': () => false,
      [`target=${target?.id}`]: (row) => row.target?.id === target?.id,
      [`actor=${target?.id}`]: ({ actor }) => actor.id === target?.id,
      [`actor=${target?.id.toUpperCase()}`]: ({ actor }) => actor.id === target?.id,
      [`requestId=${requestId}`]: (row) => row.requestId === requestId,
      [`clientAddress=${clientAddress}`]: (row) => row.clientAddress === clientAddress,
      [`from=${at}`]: (row) => Date.parse(row.at) >= instant,
      [`to=${at}`]: (row) => Date.parse(row.at) <= instant,
      [`from=${at}&to=${at}`]: (row) => row.at === at,
      'from=2026-01-01T00:00:00%2B01:00&to=2026-01-01T00:00Z': () => false,
      ...Object.fromEntries(
        AUDIT_OUTCOMES.map((word) => [`outcome=${word}`, (row: AuditRecord) => row.outcome === word]),
      ),
      [`action=session.begin&outcome=refused&clientAddress=${clientAddress}`]: (row) => row.id === sample?.id,
    };
    for (const [query, agrees] of Object.entries(filters)) {
      const found = await everything(administrator, `?limit=2&${query}`);
      expect([query, found.map(({ sequence }) => sequence)]).toEqual([
        query,
        all.filter(agrees).map(({ sequence }) => sequence),
      ]);
    }
  });

  const KEYS = [
    'action',
    'actor',
    'target',
    'outcome',
    'from',
    'to',
    'requestId',
    'clientAddress',
    'limit',
    'cursor',
  ];
  const CONFUSED = KEYS.flatMap((key) => [
    `${key}=a.b&${key}=a.b`,
    `${key}[]=a.b`,
    `${key}[a]=b`,
    `${key}=`,
    `${key}=%00`,
    `${key}=${'x'.repeat(600)}`,
    `${key}=%0d%0a`,
  ]);

  it.each([
    ...CONFUSED,
    'password=x',
    'tenantId=x',
    'before=x',
    'sort=hash',
    'where=1',
    '__proto__=x',
    'constructor=x',
    'actor=1',
    'actor=null',
    'actor=system',
    'outcome=Done',
    'outcome=all',
    'action=USER',
    'action=%25',
    'action=.',
    'action=a',
    'action=user.%25',
    'from=yesterday',
    'from=2026-02-30T00:00:00Z',
    'from=1',
    'from=0000-01-01T00:00:00Z',
    'to=99999-01-01T00:00:00Z',
    'to=2026-01-01',
    'to=2026-01-01T25:00Z',
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1.5',
    'limit=1e2',
    'limit=0x10',
    'limit=NaN',
    'cursor=AAAA',
    'cursor=W10',
    'cursor=e30',
    'cursor=bnVsbA',
    ...[[1], ['1', '2'], [1, 2, 3], [1e17, 1], [-1, 1], [1.5, 1], [{}, 1], [null, 1]].map(
      (key) => `cursor=${Buffer.from(JSON.stringify(key)).toString('base64url')}`,
    ),
  ])('?%s is a 400, for the list and for the export (Z-07, Z-08)', async (query) => {
    for (const path of [`/audit?${query}`, `/audit/export?format=csv&${query}`]) {
      const answer = await administrator.get(path);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.json()).toMatchObject({ code: 'validation-failed' });
    }
  });

  it('only those with the permission see it, and nobody who is not signed in (DD-19)', async () => {
    const paths = [
      '',
      '/actions',
      '/verify',
      '/export?format=csv',
      '/export?format=xml',
      `/${UNKNOWN_ID}`,
      '?nonsense=1',
    ];
    for (const path of paths) expect((await site.browser().get(`/audit${path}`)).status).toBe(401);
    for (const role of ['Editor', 'Author', 'Reviewer'])
      await asRole(role, async () => {
        for (const path of paths) {
          const answer = await administrator.get(`/audit${path}`);
          expect([role, path, answer.status]).toEqual([role, path, 403]);
          expect(answer.json()).toMatchObject({
            code: 'permission-missing',
            grantedBy: ['Administrator'],
          });
        }
      });
  });

  it('a refusal by the guards of someone who is signed in leaves a row (UX-28)', async () => {
    const browser = await site.administrator();
    const forged = await browser.delete('/session', undefined, {
      'X-CSRF-TOKEN': 'A'.repeat(43),
      'X-Request-Id': 'forged-request-1',
    });
    expect(forged.status).toBe(403);
    await asRole('Author', async () => {
      const answer = await administrator.get('/audit/export?format=csv', {
        'X-Request-Id': 'refused-export-1',
      });
      expect(answer.status).toBe(403);
    });
    await eventually(async () => {
      const rows = [
        ...(await listOf(administrator, '?requestId=forged-request-1')).items,
        ...(await listOf(administrator, '?requestId=refused-export-1')).items,
      ];
      expect(rows).toEqual([
        expect.objectContaining({ action: 'session.end', outcome: 'refused', reason: expect.any(String) }),
        expect.objectContaining({
          action: 'audit.export',
          outcome: 'refused',
          reason: 'You don’t have the permission "Audit log".',
          actor: expect.objectContaining({ kind: 'account', label: 'Administrator' }),
        }),
      ]);
    });
  });

  it('a flood of one refusal becomes ten rows and a count, and an anonymous one none (UX-28)', async () => {
    const browser = await site.administrator();
    const forge = (): Promise<unknown> =>
      browser.delete('/session', undefined, { 'X-CSRF-TOKEN': 'B'.repeat(43) });
    const before = await everything(administrator, '?limit=200');
    await Promise.all(Array.from({ length: 60 }, forge));
    for (let round = 0; round < 5; round += 1)
      await call(`${site.api.url}${EDITOR_PATH}/session`, { method: 'DELETE' });
    const rows = await eventually(async () => {
      const now = await everything(administrator, '?limit=200');
      expect(now.length).toBeGreaterThanOrEqual(before.length + 9);
      return now.slice(0, now.length - before.length);
    });
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(new Set(rows.map(({ action, outcome }) => `${action} ${outcome}`))).toEqual(
      new Set(['session.end refused']),
    );
  });

  it('every sign-in of a flood leaves its row, and the chain stays whole (UX-28, ID-03)', async () => {
    const count = 60;
    const answers = await Promise.all(
      Array.from({ length: count }, (_, number) =>
        site
          .browser({ 'X-Request-Id': `flood-of-sign-ins-${number}` })
          .signIn({ email: `nobody-${number}@site.test`, password: 'wrong wrong wrong' }),
      ),
    );
    // On a slow machine some are told to come again before anything of them was looked at.
    const looked = answers.filter(({ status }) => status !== 429);
    expect(looked.map(({ status }) => status)).toEqual(looked.map(() => 401));
    expect(looked.length).toBeGreaterThan(0);
    const rows = await site.database.query<{ request_id: string }>(
      `SELECT request_id FROM audit_entry WHERE request_id LIKE 'flood-of-sign-ins-%'`,
    );
    expect(new Set(rows.map(({ request_id: id }) => id)).size).toBe(looked.length);
    expect(rows).toHaveLength(looked.length);
    expect((await administrator.get('/audit/verify')).json()).toMatchObject({ ok: true, firstProblem: null });
  });

  it('names the actions that there are', async () => {
    const { items } = (await administrator.get('/audit/actions')).json() as { items: readonly string[] };
    expect(items).toEqual(
      expect.arrayContaining(['audit.export', 'session.begin', 'session.end', 'setup.finish']),
    );
    expect(items).toEqual([...new Set(items)].sort());
  });

  it('verification names the row that was changed behind its back, here and on the command line (G-05)', async () => {
    expect(await runCommand('audit', ['verify'], site.database.url)).toMatch(
      /\d+ rows\twhole\t\d+ [0-9a-f]{64}/,
    );
    const reason = `UPDATE audit_entry SET reason = 'nothing to see' WHERE sequence = 2`;
    await expect(site.database.query(reason)).rejects.toThrow('can only be added to');
    await site.database.query('ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_rows');
    await site.database.query(reason);
    await site.database.query('ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_rows');
    expect((await administrator.get('/audit/verify')).json()).toMatchObject({
      ok: false,
      rows: 1,
      firstProblem: { sequence: 2, kind: 'changed' },
    });
    await expect(runCommand('audit', ['verify'], site.database.url)).rejects.toThrow('row 2 was changed');
    expect(site.api.output()).toContain('audit.chain_broken');
  });
});

describe('the audit logs of two sites (Z-03)', () => {
  it("nobody sees, counts, exports or verifies the other site's rows (Z-03)", async () => {
    const site = await startEditorSite(MULTI);
    try {
      const hosts = ['a.site.test', 'b.site.test'] as const;
      const people: EditorBrowser[] = [];
      for (const host of hosts) {
        await addTenant(site.database, host, host);
        const email = `owner@${host}`;
        const printed = await runCommand(
          'admin',
          ['create', email, '--tenant', host],
          site.database.url,
          MULTI,
        );
        const password = /Password: (.+)/.exec(printed)?.[1]?.trim() ?? '';
        const browser = site.browser({ [HEADERS.originHostname]: host });
        expect((await browser.signIn({ email, password })).status).toBe(200);
        people.push(browser);
      }
      const [a, b] = people;
      if (!a || !b) throw new Error('Two people were to sign in.');
      const [ofA, ofB] = [await everything(a, '?limit=200'), await everything(b, '?limit=200')];
      expect(ofA.length).toBeGreaterThan(0);
      expect(ofB.length).toBeGreaterThan(0);
      expect(ofA.filter(({ id }) => ofB.some((row) => row.id === id))).toEqual([]);
      for (const { id, actor, requestId } of ofB) {
        expect((await a.get(`/audit/${id}`)).status).toBe(404);
        if (requestId !== '') expect((await listOf(a, `?requestId=${requestId}`)).items).toEqual([]);
        if (actor.id !== null) expect((await listOf(a, `?actor=${actor.id}`)).items).toEqual([]);
      }
      const exported = (await a.get('/audit/export?format=json')).json() as readonly AuditRecord[];
      expect(exported.filter(({ id }) => ofB.some((row) => row.id === id))).toEqual([]);
      expect((await b.get('/audit/verify')).json()).toMatchObject({ ok: true, rows: ofB.length });
      expect(await runCommand('audit', ['verify'], site.database.url, MULTI)).toMatch(/whole[^]+whole/);
    } finally {
      await site.stop();
    }
  });
});
