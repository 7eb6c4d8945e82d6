import type {
  MailingListFailure,
  MailingListPreview,
  MailingListRemoval,
} from '@sitedesk/contract/mailing-list';
import { eventually } from './harness/eventually.js';
import { applyAction, everyContact } from './harness/inbox.js';
import {
  chooseList,
  connectList,
  EVERYBODY,
  type ListSite,
  listView,
  NAMES,
  startListSite,
} from './harness/mailing-list.js';

let site: ListSite;
beforeAll(async () => {
  site = await startListSite();
});
afterAll(() => site.stop());

const announced = async (): Promise<number | undefined> => {
  const [row] = await site.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM account_mail WHERE kind = 'security-changed'`,
  );
  return row?.count;
};
const members = (): readonly string[] =>
  [...site.service.list('news').members.values()].map(({ email }) => email).toSorted();

describe('mailing-list synchronisation (specification 1)', () => {
  it('connects with a key that the service accepts, and never shows it again (DD-18)', async () => {
    const { editor, service } = site;
    expect(await listView(editor)).toEqual({ state: 'not-connected', connection: null, status: null });
    const refused = await editor.put('/mailing-list/connection', {
      provider: 'mailchimp',
      apiUrl: service.apiUrl,
      apiKey: `${'0'.repeat(32)}-us21`,
    });
    expect(refused.json()).toMatchObject({ status: 400, errors: [{ field: 'apiKey' }] });
    const view = await connectList(editor, service);
    expect(view).toMatchObject({
      state: 'incomplete',
      connection: { accountName: service.accountName, apiKey: { isSet: true }, list: null },
    });
    const shown = await editor.get('/mailing-list');
    expect(shown.text).not.toContain(service.apiKey);
    const [row] = await site.database.query<{ api_key: string }>('SELECT api_key FROM mailing_list');
    expect(row?.api_key).toMatch(/^pd:v1:/);
    expect(row?.api_key).not.toContain(service.apiKey);
    expect((await editor.get('/audit')).text).not.toContain(service.apiKey);
    // Every administrator hears where visitors' addresses go from now on.
    expect(await announced()).toBe(1);
  });

  it.each([
    ['a key of the wrong form', { apiKey: 'abc' }, 'apiKey'],
    ['an address that is not public', { apiUrl: 'https://10.0.0.1/3.0' }, 'apiUrl'],
    ['plain http outside', { apiUrl: 'http://192.0.2.1/' }, 'apiUrl'],
  ])('%s is refused at its field (S-06)', async (_name, change, field) => {
    const body = { provider: 'mailchimp', apiKey: `${'0'.repeat(32)}-us21`, ...change };
    const answer = await site.editor.put('/mailing-list/connection', body);
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ field }] });
  });

  it('shows lists and fields, and takes only settings that the service knows', async () => {
    const { editor } = site;
    expect((await editor.get('/mailing-list/lists')).json()).toEqual({
      items: [{ id: 'news', name: 'Newsletter', members: 0 }],
    });
    const fields = (await editor.get('/mailing-list/fields?list=news')).json();
    expect(fields).toMatchObject({
      items: [{ tag: 'FNAME', usable: true }, {}, { tag: 'ADDRESS', usable: false }, {}],
    });
    const wrong: readonly (readonly [object, object, string])[] = [
      [{ rule: 'pages' }, {}, 'consent.pages'],
      [{ rule: 'pages', pages: ['newsletter'] }, {}, 'consent.pages.0'],
      [{ rule: 'statement' }, {}, 'consent.statement'],
      [EVERYBODY, { listId: 'none' }, 'listId'],
      [EVERYBODY, { mapping: [{ field: 'NOPE', source: 'full-name' }] }, 'mapping.0.field'],
      [EVERYBODY, { mapping: [{ field: 'ADDRESS', source: 'full-name' }] }, 'mapping.0.field'],
      [EVERYBODY, { mapping: [...NAMES, NAMES[0]] }, 'mapping.2.field'],
    ];
    for (const [consent, settings, field] of wrong) {
      const answer = await chooseList(editor, consent, settings);
      expect(answer.json()).toMatchObject({ status: 400, errors: [{ field }] });
    }
    expect(
      (await editor.put('/mailing-list/settings', { listId: 'news', mapping: [], consent: EVERYBODY }))
        .status,
    ).toBe(428);
    await site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    expect((await chooseList(editor)).json()).toMatchObject({ code: 'recent-sign-in-required' });
    await site.database.query('UPDATE session SET authenticated_at = now()');
    const saved = await chooseList(editor);
    expect(await announced()).toBe(2);
    expect(saved.json()).toMatchObject({ state: 'active', connection: { list: { name: 'Newsletter' } } });
    const late = await editor.put(
      '/mailing-list/settings',
      { listId: 'news', mapping: [], consent: EVERYBODY },
      { 'If-Match': '"v1"' },
    );
    expect(late.status).toBe(412);
  });

  it('adds anyone who writes, with the mapped fields and never with the message, once however often', async () => {
    const sent = [
      await site.write('Zoe@Example.com', undefined, 'Zoë Maria Berg'),
      await site.write('zoe@example.com', undefined, 'Zoë Berg'),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    await eventually(async () => {
      expect((await listView(site.editor)).status).toMatchObject({ synchronised: 2, waiting: 0, failed: 0 });
    });
    const [zoe] = [...site.service.list('news').members.values()];
    expect(zoe).toMatchObject({ status: 'subscribed', writes: 2, fields: { FNAME: 'Zoë' } });
    expect(Object.keys(zoe?.fields ?? {})).toEqual(['FNAME', 'LNAME']);
  });

  it('leaves a message alone that was refused, or whose rule does not hold', async () => {
    await chooseList(site.editor, { rule: 'pages', pages: ['/newsletter', '/campaigns/*'] });
    const before = members();
    await site.write('no-mailbox', 'https://site.test/newsletter');
    await site.write('elsewhere@example.com', 'https://site.test/newsletters');
    await site.write('listed@example.com', 'https://site.test/newsletter/');
    await site.write('spring@example.com', 'https://site.test/campaigns/spring');
    // A message's job is there when the message is answered, and gone when it is done.
    await eventually(async () =>
      expect(await site.database.query(`SELECT id FROM job WHERE kind = 'mailing-list'`)).toEqual([]),
    );
    expect(members()).toEqual([...before, 'listed@example.com', 'spring@example.com'].toSorted());
  });

  it('asks for confirmation where the rule says so, and never takes back anyone who has left', async () => {
    await chooseList(site.editor, { rule: 'confirmed' });
    site.service.unsubscribe('news', 'left@example.com');
    await site.write('asked@example.com');
    await site.write('left@example.com');
    await eventually(async () => expect((await listView(site.editor)).status?.waiting).toBe(0));
    const status = new Map(
      [...site.service.list('news').members.values()].map((each) => [each.email, each.status]),
    );
    expect(status.get('asked@example.com')).toBe('pending');
    expect(status.get('left@example.com')).toBe('unsubscribed');
  });

  it('previews what settings would do, and sends nothing', async () => {
    const { requests } = site.service;
    const body = { listId: 'news', mapping: NAMES, consent: { rule: 'pages', pages: ['/campaigns/*'] } };
    const preview = (await site.editor.post('/mailing-list/preview', body)).json() as MailingListPreview;
    expect(preview).toMatchObject({
      qualifying: 1,
      contacts: 1,
      samples: [
        { email: 'spring@example.com', status: 'subscribed', fields: { FNAME: 'Anna', LNAME: 'Kowalska' } },
      ],
    });
    expect(preview.messages).toBeGreaterThan(5);
    expect(site.service.requests).toBe(requests);
  });

  it('holds contacts while it is paused, and sends them when it goes on', async () => {
    await chooseList(site.editor);
    expect((await site.editor.post('/mailing-list/pause')).json()).toMatchObject({ state: 'paused' });
    const { requests } = site.service;
    await site.write('patient@example.com');
    await eventually(async () => expect((await listView(site.editor)).status?.waiting).toBe(1));
    expect(site.service.requests).toBe(requests);
    await site.editor.post('/mailing-list/resume');
    await eventually(() => expect(members()).toContain('patient@example.com'));
  });

  it('keeps a contact that the service refuses, says why, and sends it again when told to', async () => {
    site.service.refuse(
      'fake@example.com',
      'fake@example.com looks fake or invalid, please enter a real email address.',
    );
    await site.write('fake@example.com');
    await eventually(async () => expect((await listView(site.editor)).status?.failed).toBe(1));
    const { items } = (await site.editor.get('/mailing-list/failures')).json() as {
      items: MailingListFailure[];
    };
    expect(items).toMatchObject([
      { email: 'fake@example.com', reason: expect.stringContaining('looks fake or invalid') },
    ]);
    expect((await listView(site.editor)).state).toBe('active');
    site.service.accept('fake@example.com');
    expect((await site.editor.post('/mailing-list/retry', { id: items[0]?.id })).json()).toEqual({
      retried: 1,
    });
    await eventually(() => expect(members()).toContain('fake@example.com'));
    expect((await listView(site.editor)).status?.failed).toBe(0);
  });

  it('takes a waiting contact along when its message is deleted', async () => {
    await site.editor.post('/mailing-list/pause');
    await site.write('gone@example.com');
    const [gone] = await everyContact(site.editor, 'q=gone');
    for (const action of ['trash', 'delete'])
      expect(await applyAction(site.editor, { action, ids: [gone?.id] })).toMatchObject({ changed: 1 });
    expect((await listView(site.editor)).status?.waiting).toBe(0);
    await site.editor.post('/mailing-list/resume');
  });

  it('is removed with its key, and says what stays at the service', async () => {
    await site.editor.post('/mailing-list/pause');
    await site.write('dropped@example.com');
    const before = (await listView(site.editor)).status;
    const removal = (await site.editor.delete('/mailing-list')).json() as MailingListRemoval;
    expect(removal).toEqual({
      stays: {
        accountName: site.service.accountName,
        listName: 'Newsletter',
        synchronised: before?.synchronised,
      },
      dropped: 1,
    });
    expect((await listView(site.editor)).state).toBe('not-connected');
    expect(
      await site.database.query(
        `SELECT 1 FROM mailing_list UNION ALL SELECT 1 FROM job WHERE kind = 'mailing-list'`,
      ),
    ).toEqual([]);
    expect((await site.write('later@example.com')).status).toBe(200);
    expect(members()).not.toContain('later@example.com');
    for (const path of ['lists', 'fields?list=news'])
      expect((await site.editor.get(`/mailing-list/${path}`)).status).toBe(409);
  });
});
