import type {
  AccessExplanation,
  ArticleAccess,
  ArticleDetails,
  ArticleSummary,
  GrantSubjects,
} from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import {
  createArticle as create,
  createAtBoth,
  publishArticle as publish,
  readArticle as read,
  saveFields,
  seenBy,
  setAccess,
} from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { type Answer, call } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

describe('access to single articles', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let editor: Colleague;
  let author: Colleague;
  let reviewer: Colleague;
  let siteUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    ({ a, b } = sites);
    const join = (role: string): Promise<Colleague> =>
      colleague(sites.site, a, { roles: [role], displayName: `Access ${role}`, host: HOSTS.a });
    editor = await join('Editor');
    author = await join('Author');
    reviewer = await join('Reviewer');
  });

  afterAll(() => sites.site.stop());

  const visit = (path: string, host: string = HOSTS.a): Promise<Answer> =>
    call(siteUrl + path, { headers: { Host: host } });
  const listed = async (browser: EditorBrowser): Promise<readonly number[]> => {
    const { items } = (await browser.get('/articles?limit=100')).json() as { items: ArticleSummary[] };
    return items.map(({ number }) => number);
  };
  const sees = async ({ browser }: Colleague, number: number): Promise<boolean> => {
    const { status } = await browser.get(`/articles/${number}`);
    expect((await listed(browser)).includes(number)).toBe(status === 200);
    return status === 200;
  };
  const toAccount = ({ id }: Colleague, level: string): object => ({ kind: 'account', id, level });

  it('a restricted article is there for its owner, those with access and administrators only (P-18)', async () => {
    const { number } = await createAtBoth(sites, { title: 'Not for everyone' });
    expect(await sees(editor, number)).toBe(true);
    expect((await setAccess(a, number, { restricted: true })).status).toBe(200);
    for (const person of [editor, author, reviewer]) expect(await sees(person, number)).toBe(false);
    expect(await read(a, number)).toMatchObject({ restricted: true });

    const grants = [toAccount(reviewer, 'read'), { kind: 'role', id: 'Author', level: 'comment' }];
    const answer = await setAccess(a, number, { grants });
    expect(answer.json()).toMatchObject({
      restricted: true,
      grants: [
        { kind: 'account', id: reviewer.id, provider: null, name: 'Access Reviewer', level: 'read' },
        { kind: 'role', id: 'Author', provider: null, name: 'Author', level: 'comment' },
      ],
    });
    expect([await sees(editor, number), await sees(author, number), await sees(reviewer, number)]).toEqual([
      false,
      true,
      true,
    ]);
    await setAccess(a, number, { owner: editor.id, grants: [] });
    expect([await sees(editor, number), await sees(author, number)]).toEqual([true, false]);
    expect((await b.get(`/articles/${number}`)).json()).toMatchObject({ restricted: false });

    const { items } = (await a.get(`/audit?target=${number}&limit=100`)).json() as {
      items: {
        action: string;
        outcome: string;
        before: Partial<ArticleAccess>;
        after: Partial<ArticleAccess>;
      }[];
    };
    const changes = items.filter((each) => each.action === 'article.set-access' && each.outcome === 'done');
    expect(changes).toHaveLength(3);
    expect(changes[0]).toMatchObject({
      before: { restricted: true, grants: [{ name: 'Access Reviewer' }, { name: 'Author' }] },
      after: { restricted: true, grants: [], owner: { displayName: 'Access Editor' } },
    });
  });

  it('people in a directory’s group have its access, by the group’s ID (P-23)', async () => {
    const made = await a.post('/identity-providers', {
      name: 'Directory',
      issuer: 'https://127.0.0.1/',
      preset: 'custom',
      clientId: 'site',
      groupClaim: 'groups',
    });
    const { id: provider } = made.json() as { id: string };
    await sites.site.database.query(
      `INSERT INTO external_identity (id, tenant_id, account_id, provider_id, issuer, subject, groups, groups_read_at, created_at)
       SELECT $1, tenant_id, id, $3, 'https://127.0.0.1/', 'someone', ARRAY['press', 'board'], now(), now() FROM account WHERE id = $2`,
      [randomUUID(), reviewer.id, provider],
    );
    const { number } = await createAtBoth(sites, { title: 'For the board' });
    const grant = { kind: 'group', provider, level: 'read' };
    await setAccess(a, number, { restricted: true, grants: [{ ...grant, id: 'Board' }] });
    expect(await sees(reviewer, number)).toBe(false);
    await setAccess(a, number, { grants: [{ ...grant, id: 'board' }] });
    expect([await sees(reviewer, number), await sees(author, number)]).toEqual([true, false]);
    await sites.site.database.query(
      `UPDATE external_identity SET groups = '{press}' WHERE provider_id = $1`,
      [provider],
    );
    expect(await sees(reviewer, number)).toBe(false);
    await sites.site.database.query(
      `UPDATE external_identity SET groups = '{press,board}' WHERE provider_id = $1`,
      [provider],
    );
    expect(await sees(reviewer, number)).toBe(true);
    expect((await a.delete(`/identity-providers/${provider}`)).status).toBeLessThan(300);
    expect(await sees(reviewer, number)).toBe(false);
  });

  it('authors edit what they were granted to edit, and neither publish it nor grant it on (P-17)', async () => {
    const { number } = await createAtBoth(sites, { title: 'Written together' });
    expect((await saveFields(author.browser, number, { introduction: 'No' })).status).toBe(403);
    await setAccess(a, number, { grants: [toAccount(author, 'comment'), toAccount(reviewer, 'edit')] });
    expect((await saveFields(author.browser, number, { introduction: 'No' })).status).toBe(403);
    expect((await read(author.browser, number)).may).toMatchObject({ edit: false });
    await setAccess(a, number, { grants: [toAccount(author, 'edit'), toAccount(reviewer, 'edit')] });
    expect((await read(author.browser, number)).may).toEqual({
      edit: true,
      publish: false,
      delete: false,
      setAccess: false,
    });
    expect((await saveFields(author.browser, number, { introduction: 'Yes' })).status).toBe(200);
    expect((await saveFields(reviewer.browser, number, { introduction: 'No' })).status).toBe(403);
    for (const refused of [
      await publish(author.browser, number),
      await setAccess(author.browser, number, { owner: author.id }),
      await author.browser.post(`/articles/${number}/trash`, {}),
    ])
      expect(refused.json()).toMatchObject({ status: 403, code: 'permission-missing' });
    await setAccess(a, number, { owner: author.id, grants: [] });
    expect((await setAccess(author.browser, number, { owner: editor.id })).status).toBe(403);
  });

  it('says why someone may do something, as every route then has it', async () => {
    const people = [editor, author, reviewer];
    const { number: open } = await createAtBoth(sites, { title: 'Open' });
    const { number: own } = await createAtBoth(sites, { title: 'The author’s' });
    const { number: closed } = await createAtBoth(sites, { title: 'Closed to all' });
    const { number: shared } = await createAtBoth(sites, { title: 'Shared' });
    await setAccess(a, own, { owner: author.id });
    await setAccess(a, closed, { restricted: true });
    const toAuthors = { kind: 'role', id: 'Author', level: 'edit' };
    await setAccess(a, shared, { restricted: true, grants: [toAccount(reviewer, 'comment'), toAuthors] });
    const explain = async ({ id }: Colleague, number: number): Promise<AccessExplanation> =>
      (await a.get(`/articles/${number}/access/explain?user=${id}`)).json() as AccessExplanation; // the contract's word
    for (const number of [open, own, closed, shared])
      for (const person of people) {
        const { items } = await explain(person, number);
        const said = Object.fromEntries(items.map(({ action, missing }) => [action, missing === null]));
        const answer = await person.browser.get(`/articles/${number}`);
        const { may } = answer.json() as Partial<ArticleDetails>;
        const { edit = false, publish: published = false, delete: deleted = false } = may ?? {};
        expect({ number, person: person.id, ...said }).toEqual({
          number,
          person: person.id,
          view: answer.status === 200,
          edit,
          publish: published,
          delete: deleted,
        });
        expect(items.every(({ missing, because }) => (missing === null) === because.length > 0)).toBe(true);
      }
    expect(await explain(author, shared)).toEqual({
      id: author.id,
      displayName: 'Access Author',
      items: [
        { action: 'view', missing: null, because: [{ kind: 'grant', name: 'Author', level: 'edit' }] },
        { action: 'edit', missing: null, because: [{ kind: 'grant', name: 'Author', level: 'edit' }] },
        { action: 'publish', missing: 'permission', because: [] },
        { action: 'delete', missing: 'permission', because: [] },
      ],
    });
    expect((await explain(author, own)).items[1]).toMatchObject({ because: [{ kind: 'owner' }] });
    expect((await explain(author, open)).items[1]).toMatchObject({ missing: 'ownership' });
    expect((await explain(editor, closed)).items[0]).toMatchObject({ missing: 'access' });
    const nobody = await a.get(`/articles/${open}/access/explain?user=${randomUUID()}`);
    expect(nobody.json()).toMatchObject({ status: 400, errors: [{ field: 'user' }] });
    expect((await author.browser.get(`/articles/${own}/access/explain?user=${author.id}`)).status).toBe(403);
  });

  it('nobody hides an article from themselves, nor changes what they haven’t seen', async () => {
    const { number } = await createAtBoth(sites, { title: 'Careful' });
    const lost = await setAccess(editor.browser, number, { restricted: true });
    expect(lost.json()).toMatchObject({ status: 409, reason: 'article.accessLost' });
    expect(await read(a, number)).toMatchObject({ restricted: false });
    const { headers } = await a.get(`/articles/${number}/access`);
    const seen = { 'If-Match': String(headers.etag) };
    const body = { owner: null, restricted: true, grants: [toAccount(editor, 'read')] };
    expect((await editor.browser.put(`/articles/${number}/access`, body, seen)).status).toBe(200);
    expect((await a.put(`/articles/${number}/access`, body, seen)).status).toBe(412);
    expect((await a.put(`/articles/${number}/access`, body)).status).toBe(428);
    const removed = await setAccess(editor.browser, number, { grants: [] });
    expect(removed.json()).toMatchObject({ status: 409, reason: 'article.accessLost' });
    expect(await sees(editor, number)).toBe(true);
  });

  it('access is granted to people, roles and groups of the same site, once (P-23)', async () => {
    const { number } = await createAtBoth(sites, { title: 'Only our own' });
    const other = await colleague(sites.site, b, { roles: ['Author'], host: HOSTS.b });
    for (const [field, change] of [
      ['owner', { owner: other.id }],
      ['owner', { owner: randomUUID() }],
      ['grants.0.id', { grants: [toAccount(other, 'edit')] }],
      ['grants.0.id', { grants: [{ kind: 'role', id: reviewer.id, level: 'edit' }] }],
      ['grants.0.id', { grants: [{ kind: 'role', id: 'Anonymous', level: 'read' }] }],
      ['grants.0.id', { grants: [{ kind: 'role', id: 'Nobody', level: 'read' }] }],
      ['grants.0.id', { grants: [{ kind: 'group', id: 'board', level: 'read' }] }],
      ['grants.0.id', { grants: [{ kind: 'group', id: 'board', provider: author.id, level: 'read' }] }],
      ['grants.1.id', { grants: [toAccount(author, 'edit'), toAccount(author, 'read')] }],
      ['grants.0.level', { grants: [toAccount(author, 'publish')] }],
    ] as const)
      expect({ change, answer: (await setAccess(a, number, change)).json() }).toMatchObject({
        change,
        answer: { status: 400, errors: [{ field }] },
      });
    expect((await a.get(`/articles/${number}/access`)).json()).toMatchObject({
      restricted: false,
      grants: [],
    });
    const { items } = (await a.get('/articles/subjects?q=access%20a')).json() as GrantSubjects;
    expect(items).toEqual([{ kind: 'account', id: author.id, provider: null, name: 'Access Author' }]);
    expect(((await a.get('/articles/subjects?q=re')).json() as GrantSubjects).items).toEqual([
      { kind: 'role', id: 'Reviewer', provider: null, name: 'Reviewer' },
    ]);
  });

  it('visitors and programs don’t get a restricted page, nor see it in lists (P-18)', async () => {
    const stream = await createAtBoth(sites, { type: 2, title: 'Log', blogKey: 'log' });
    const posts = [];
    for (let index = 1; index <= 11; index += 1)
      posts.push(await createAtBoth(sites, { type: 1, title: `Entry ${index}`, blogKey: 'log' }));
    for (const browser of [a, b])
      for (const { number } of [stream, ...posts]) expect((await publish(browser, number)).status).toBe(200);
    const [{ number } = stream] = posts;
    await saveFields(a, number, { slug: 'first-entry', tags: ['Quiet deals'] });
    await publish(a, number);
    expect((await visit('/log/entry-1')).headers.location).toBe('/log/first-entry');
    expect((await visit('/tags/quiet-deals')).text).toContain('first-entry');
    const before = await a.get('/blogs/log/getentries');
    expect([(await visit('/log/page/1')).status, (before.json() as unknown[]).length]).toEqual([200, 11]);

    await setAccess(a, number, { restricted: true });
    for (const path of ['/log/first-entry', '/log/entry-1', '/log/page/2', '/tags/quiet-deals'])
      expect({ path, status: (await visit(path)).status }).toEqual({ path, status: 404 });
    expect((await visit('/log')).text).not.toContain('first-entry');
    const after = await a.get('/blogs/log/getentries', { 'If-None-Match': String(before.headers.etag) });
    expect([after.status, after.text.includes('first-entry')]).toEqual([200, false]);
    expect((await visit('/log/entry-1', HOSTS.b)).status).toBe(200);
    // What is published meanwhile stays hidden.
    await saveFields(a, number, { title: 'Changed', slug: 'changed-entry' });
    await publish(a, number);
    for (const path of ['/log/changed-entry', '/log/first-entry', '/tags/quiet-deals'])
      expect({ path, status: (await visit(path)).status }).toEqual({ path, status: 404 });
    await setAccess(a, number, { restricted: false });
    expect((await visit('/log/changed-entry')).status).toBe(200);
    expect((await visit('/log/entry-1')).headers.location).toBe('/log/changed-entry');
    for (const path of ['/log/page/1', '/tags/quiet-deals'])
      expect((await visit(path)).text).toContain('changed-entry');

    await setAccess(a, stream.number, { restricted: true });
    expect((await visit('/log')).status).toBe(404);
    expect((await a.get('/blogs/log/getentries')).status).toBe(404);
    expect((await a.get('/blogs/GetBlogs')).text).not.toContain('"log"');
    const post = await editor.browser.post('/articles', { type: 1, title: 'Where to', blogKey: 'log' });
    expect(post.json()).toMatchObject({ status: 400, errors: [{ code: 'article.unknownStream' }] });
    await setAccess(a, stream.number, { restricted: false });
  });

  it('what someone can’t see isn’t named where they collide with it', async () => {
    const { number } = await createAtBoth(sites, { title: 'Merger with Contoso', slug: 'deal' });
    await publish(a, number);
    await setAccess(a, number, { restricted: true });
    const taken = await editor.browser.post('/articles', { type: 0, title: 'Mine', slug: 'deal' });
    expect(taken.json()).toMatchObject({ status: 409, reason: 'article.takenUnseen', article: null });
    const release = await editor.browser.post('/articles/release-address', {
      path: '/deal',
      reason: 'No longer used',
    });
    expect(release.json()).toMatchObject({ status: 409, reason: 'article.takenUnseen' });
    expect(taken.text + release.text).not.toContain('Contoso');
    const named = await a.post('/articles', { type: 0, title: 'Mine', slug: 'deal' });
    expect(named.json()).toMatchObject({ reason: 'article.taken', article: { number } });
  });

  it('articles of a deleted user go to another, with those in the trash; grants go with whom they were for', async () => {
    const leaver = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    const role = (await a.post('/roles', { name: 'Guests', permissions: ['pages.view'] })).json() as {
      id: string;
    };
    const own = await create(leaver.browser, { title: 'Left behind' });
    const trashed = await create(leaver.browser, { title: 'Thrown away' });
    for (const title of ['Numbers', 'stay even']) await create(b, { title });
    await a.post(`/articles/${trashed.number}/trash`, {});
    const { number } = await createAtBoth(sites, { title: 'With guests' });
    const guests = { kind: 'role', id: role.id, level: 'read' };
    await setAccess(a, number, { grants: [toAccount(leaver, 'edit'), guests] });

    const refused = await a.delete(`/users/${leaver.id}`, { inheritor: null });
    expect(refused.json()).toMatchObject({ status: 400, content: [{ kind: 'articles', count: 2 }] });
    expect((await a.delete(`/users/${leaver.id}`, { inheritor: author.id })).status).toBe(204);
    for (const article of [own, trashed])
      expect((await read(a, article.number)).owner).toMatchObject({ id: author.id });
    const grants = async (): Promise<ArticleAccess['grants']> =>
      ((await a.get(`/articles/${number}/access`)).json() as ArticleAccess).grants;
    expect(await grants()).toMatchObject([{ id: role.id, name: 'Guests' }]);
    await a.post('/roles/bulk-delete', { ids: [role.id] });
    const deleted = await sites.site.database.query('SELECT 1 FROM role WHERE id = $1', [role.id]);
    expect([deleted.length, await grants()]).toEqual([0, []]);
  });

  it('a restricted article can’t be published, withdrawn or copied by those who don’t see it', async () => {
    const { number } = await createAtBoth(sites, { title: 'Closed' });
    await setAccess(a, number, { restricted: true });
    const seen = await seenBy(a, number);
    for (const refused of [
      await editor.browser.post(`/articles/${number}/publish`, undefined, seen),
      await editor.browser.post(`/articles/${number}/withdraw`, { answer: 404 }),
      await editor.browser.post(`/articles/${number}/copy`, {}),
      await editor.browser.get(`/articles/${number}/compare?from=1&to=draft`),
      await setAccess(editor.browser, number, { restricted: false }, a),
    ])
      expect(refused.status).toBe(404);
    await setAccess(a, number, { grants: [toAccount(author, 'read')] });
    const copied = (await author.browser.post(`/articles/${number}/copy`, {})).json() as ArticleDetails;
    await create(b, { title: 'Numbers stay even' });
    expect(copied).toMatchObject({ restricted: true, owner: { id: author.id } });
    expect([await sees(author, copied.number), await sees(editor, copied.number)]).toEqual([true, false]);
  });
});
