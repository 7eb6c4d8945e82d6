import type { NewApiToken } from '@sitedesk/contract/api-tokens';
import type { ReviewOverview } from '@sitedesk/contract/reviews';
import { HEADERS } from '@sitedesk/contract/headers';
import { randomUUID } from 'node:crypto';
import { createArticle, readArticle, seenBy, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

/** Someone who acts, and the account that owns what is theirs. */
interface Actor {
  readonly browser: EditorBrowser;
  readonly account: string;
}

/** The columns of the table. The custom role may view and publish pages; the token may view pages and edit its owner's own. */
const ACTORS = ['Administrator', 'Editor', 'Author', 'Reviewer', 'Custom', 'Token', 'Nobody'] as const;

/** What an article has gone through before the request. */
type State = 'draft' | 'in-review' | 'live' | 'trashed';
/** What stands beside an article, as the administrator has made it. */
type Beside = 'plan' | 'thread' | 'link';

interface Action {
  readonly state: State;
  /** Whether it leaves the article as it is. */
  readonly reads?: boolean;
  readonly type?: 'page' | 'blog';
  /** For each actor; behind a slash, when the article is someone else's. */
  readonly answers: string;
  readonly send: (browser: EditorBrowser, article: Sent) => Promise<Answer>;
}

interface Sent {
  /** Path of a new one of these. */
  readonly beside: (what: Beside) => Promise<string>;
  readonly at: string;
  readonly revision: Readonly<Record<string, string>>;
  readonly number: number;
  /** Of a blog. */
  readonly key: string;
  /** Version that is in review. */
  readonly review: number;
  /** The same article at the other site. */
  readonly other: number;
}

const reads = (path: string): Action => ({
  state: 'draft',
  reads: true,
  answers: '200 200 200 200 200 200 401',
  send: (browser, { at }) => browser.get(at + path),
});

const later = (): string => new Date(Date.now() + 3_600_000).toISOString();
let copies = 0;

describe('what a role may do with articles', () => {
  let sites: TwoEditorSites;
  let administrator: EditorBrowser;
  let stranger: Colleague;
  const actors = new Map<string, Actor>();
  const asked = new Set<string>();

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    administrator = sites.a;
    const join = async (...roles: readonly string[]): Promise<Colleague> =>
      colleague(sites.site, administrator, { roles, host: HOSTS.a });
    const role = { name: 'Publisher', permissions: ['pages.view', 'pages.publish'] };
    const { id } = (await administrator.post('/roles', role)).json() as { id: string };
    for (const name of ['Administrator', 'Editor', 'Author', 'Reviewer', 'Custom']) {
      const person = await join(name === 'Custom' ? id : name);
      actors.set(name, { browser: noted(person.browser), account: person.id });
    }
    const owner = await join('Editor');
    const wanted = { name: 'Script', permissions: ['pages.view', 'pages.edit-own'] };
    const { token } = (await owner.browser.post('/account/tokens', wanted)).json() as NewApiToken;
    const host = { [HEADERS.originHostname]: HOSTS.a };
    const program = sites.site.browser({ ...host, Authorization: `Bearer ${token}` });
    actors.set('Token', { browser: program, account: owner.id });
    stranger = await join('Author');
    actors.set('Nobody', { browser: sites.site.browser(host), account: stranger.id });
  });

  afterAll(() => sites.site.stop());

  /** Notes what a browser asks, as `METHOD path`. */
  function noted(browser: EditorBrowser): EditorBrowser {
    const send = browser.send.bind(browser);
    browser.send = (method, path, ...others) => {
      asked.add(`${method} ${path.split('?', 1).join('')}`);
      return send(method, path, ...others);
    };
    return browser;
  }

  /** An article of someone in a state, the same at the other site, where it stays as it is. */
  async function prepare(owner: string, { state, type }: Action): Promise<Sent> {
    const key = `k${(copies += 1)}`;
    const input = { title: `Article ${randomUUID()}`, ...(type === 'blog' && { type: 2, blogKey: key }) };
    const { number } = await createArticle(administrator, input);
    const other = await createArticle(sites.b, input);
    const at = `/articles/${number}`;
    await setAccess(administrator, number, { owner });
    if (state === 'live') await administrator.post(`${at}/publish`, {}, await seenBy(administrator, number));
    if (state === 'in-review')
      await administrator.post(`${at}/review`, {}, await seenBy(administrator, number));
    if (state === 'trashed') await administrator.post(`${at}/trash`);
    const { status, revision } = await readArticle(administrator, number);
    expect(status).toBe(state);
    const bodies: Readonly<Record<Beside, readonly [string, object]>> = {
      plan: ['plans', { action: 'publish', version: 1, at: later() }],
      thread: ['threads', { field: 'title', body: 'Shorter, please.' }],
      link: ['preview-links', {}],
    };
    return {
      at,
      beside: async (what) => {
        const [path, body] = bodies[what];
        const made = (await administrator.post(`${at}/${path}`, body)).json() as { readonly id: string };
        return `${at}/${path}/${made.id}`;
      },
      key,
      number,
      revision: { 'If-Match': `"v${revision}"` },
      review: state === 'in-review' ? await submitted(at) : 0,
      other: other.number,
    };
  }

  async function submitted(at: string): Promise<number> {
    const { review } = (await administrator.get(`${at}/review`)).json() as ReviewOverview;
    return review?.version ?? 0;
  }

  /** What was prepared of each owner for actions that change nothing. */
  const unchanged = new Map<string, Sent>();

  async function prepareFor(owner: string, action: Action): Promise<Sent> {
    if (!action.reads) return prepare(owner, action);
    const key = `${owner} ${action.state} ${action.type}`;
    const article = unchanged.get(key) ?? (await prepare(owner, action));
    unchanged.set(key, article);
    return article;
  }

  const ACTIONS: Readonly<Record<string, Action>> = {
    read: reads(''),
    'list versions': reads('/versions'),
    'read a version': reads('/versions/1'),
    compare: reads('/compare?from=1&to=draft'),
    'list publications': reads('/publications'),
    'list addresses': reads('/addresses'),
    'list plans': reads('/plans'),
    'list reviews': reads('/reviews'),
    'list threads': reads('/threads'),
    'list activity': reads('/activity'),
    'see how far a purge is': reads('/purge'),
    'see who has access': reads('/access'),
    'check before publishing': reads('/publication-checks'),
    'see a review': reads('/review'),
    'explain access': {
      state: 'draft',
      reads: true,
      answers: '200 200 403 403 403 403 401',
      send: (browser, { at }) => browser.get(`${at}/access/explain?user=${stranger.id}`),
    },
    'find people': {
      state: 'draft',
      reads: true,
      answers: '200 200 200 200 403 200 401',
      send: (browser, { at }) => browser.get(`${at}/people?for=mention`),
    },
    'read comments': {
      state: 'draft',
      answers: '200 200 200 200 200 200 401',
      send: async (browser, { beside }) => browser.get(`${await beside('thread')}/comments`),
    },
    reply: {
      state: 'draft',
      answers: '201 201 201/403 201 403 201/403 401',
      send: async (browser, { beside }) =>
        browser.post(`${await beside('thread')}/comments`, { body: 'Why?' }),
    },
    'edit another’s comment': {
      state: 'draft',
      answers: '403 403 403 403 403 403 401',
      send: async (browser, { beside }) => {
        const path = `${await beside('thread')}/comments`;
        const { items } = (await administrator.get(path)).json() as { items: readonly { id: string }[] };
        return browser.put(`${path}/${items[0]?.id}`, { body: 'Longer, please.' });
      },
    },
    'resolve another’s thread': {
      state: 'draft',
      answers: '204 204 204/403 403 403 204/403 401',
      send: async (browser, { beside }) => browser.post(`${await beside('thread')}/resolve`),
    },
    'open another’s thread again': {
      state: 'draft',
      answers: '204 204 204/403 403 403 204/403 401',
      send: async (browser, { beside }) => {
        const path = await beside('thread');
        await administrator.post(`${path}/resolve`);
        return browser.post(`${path}/reopen`);
      },
    },
    'list previews': {
      state: 'draft',
      reads: true,
      answers: '200 200 200/403 200 403 200/403 401',
      send: (browser, { at }) => browser.get(`${at}/preview-links`),
    },
    'share a preview': {
      state: 'draft',
      answers: '201 201 201/403 201 403 201/403 401',
      send: (browser, { at }) => browser.post(`${at}/preview-links`, {}),
    },
    'revoke another’s preview': {
      state: 'draft',
      answers: '204 204 204/403 204 403 204/403 401',
      send: async (browser, { beside }) => browser.delete(await beside('link')),
    },
    'name an old version': {
      state: 'draft',
      answers: '204 204 204/403 403 403 204/403 401',
      send: (browser, { at }) => browser.put(`${at}/versions/1/name`, { name: 'First' }),
    },
    'change a plan': {
      state: 'draft',
      answers: '200 200 403 403 200 403 401',
      send: async (browser, { beside }) => browser.put(await beside('plan'), { at: later() }),
    },
    'cancel a plan': {
      state: 'draft',
      answers: '204 204 403 403 204 403 401',
      send: async (browser, { beside }) => browser.delete(await beside('plan')),
    },
    'undo a publication': {
      state: 'live',
      answers: '204 204 403 403 204 403 401',
      send: async (browser, { at, number }) => {
        const { liveVersion: version } = await readArticle(administrator, number);
        return browser.post(`${at}/undo-publication`, { version });
      },
    },
    'read a blog’s settings': {
      state: 'draft',
      type: 'blog',
      reads: true,
      answers: '200 200 200 200 200 200 401',
      send: (browser, { at }) => browser.get(`${at}/blog`),
    },
    'change a blog’s settings': {
      state: 'draft',
      type: 'blog',
      answers: '200 200 403 403 200 403 401',
      send: (browser, { at }) => browser.put(`${at}/blog`, { postsPerPage: 5 }),
    },
    'try another key': {
      state: 'draft',
      type: 'blog',
      reads: true,
      answers: '200 200 403 403 200 403 401',
      send: (browser, { at, key }) => browser.get(`${at}/blog/rename?blogKey=${key}-2`),
    },
    'give a blog another key': {
      state: 'draft',
      type: 'blog',
      answers: '200 200 403 403 200 403 401',
      send: (browser, { at, key }) => browser.post(`${at}/blog/rename`, { from: key, blogKey: `${key}-2` }),
    },
    'be there': {
      state: 'draft',
      answers: '200 200 200 200 200 200 401',
      send: (browser, { at }) => browser.put(`${at}/presence`, { page: randomUUID(), pen: 'read' }),
    },
    'take the pen': {
      state: 'draft',
      answers: '200 200 200/403 403 403 200/403 401',
      send: (browser, { at }) => browser.put(`${at}/presence`, { page: randomUUID(), pen: 'take' }),
    },
    copy: {
      state: 'draft',
      answers: '201 201 201 403 403 403 401',
      send: (browser, { at }) => browser.post(`${at}/copy`, { slug: `copy-${(copies += 1)}` }),
    },
    save: {
      state: 'draft',
      answers: '200 200 200/403 403 403 200/403 401',
      send: async (browser, { at, number, revision }) => {
        const { fields, document } = await readArticle(administrator, number);
        const title = `${fields.title} again`;
        const body = { operation: randomUUID(), fields: { ...fields, title }, document };
        return browser.put(`${at}/draft`, body, revision);
      },
    },
    'name a version': {
      state: 'draft',
      answers: '201 201 201/403 403 403 201/403 401',
      send: (browser, { at, revision }) => browser.post(`${at}/versions`, { name: 'First' }, revision),
    },
    'restore a version': {
      state: 'draft',
      answers: '200 200 200/403 403 403 200/403 401',
      send: (browser, { at, revision }) => browser.post(`${at}/versions/1/restore`, {}, revision),
    },
    submit: {
      state: 'draft',
      answers: '201 201 201/403 403 403 201/403 401',
      send: (browser, { at, revision }) => browser.post(`${at}/review`, {}, revision),
    },
    'withdraw a submission': {
      state: 'in-review',
      answers: '204 204 204/403 403 403 204/403 401',
      send: (browser, { at }) => browser.post(`${at}/review/withdraw`),
    },
    comment: {
      state: 'in-review',
      answers: '201 201 201/403 201 403 201/403 401',
      send: (browser, { at }) => browser.post(`${at}/threads`, { field: 'title', body: 'Shorter, please.' }),
    },
    'ask for changes': {
      state: 'in-review',
      answers: '200 200 403 200 403 403 401',
      send: (browser, { at, review: version }) =>
        browser.post(`${at}/review/request-changes`, { version, comment: 'Shorter, please.' }),
    },
    approve: {
      state: 'in-review',
      answers: '200 200 403 200 403 403 401',
      send: (browser, { at, review: version }) => browser.post(`${at}/review/approve`, { version }),
    },
    publish: {
      state: 'draft',
      answers: '200 200 403 403 200 403 401',
      send: (browser, { at, revision }) => browser.post(`${at}/publish`, {}, revision),
    },
    schedule: {
      state: 'draft',
      answers: '201 201 403 403 201 403 401',
      send: async (browser, { at, number }) => {
        const { revision } = await readArticle(administrator, number);
        return browser.post(`${at}/plans`, { action: 'publish', at: later(), revision });
      },
    },
    withdraw: {
      state: 'live',
      answers: '204 204 403 403 204 403 401',
      send: (browser, { at }) => browser.post(`${at}/withdraw`, { answer: 404 }),
    },
    'schedule several': {
      state: 'draft',
      answers: '200 200 403 403 200 403 401',
      send: (browser, { number }) =>
        browser.post('/articles/bulk', { action: 'schedule', at: later(), numbers: [number] }),
    },
    // Those of others are refused one by one.
    'submit several': {
      state: 'draft',
      answers: '200 200 200 403 403 200 401',
      send: (browser, { number }) => browser.post('/articles/bulk', { action: 'submit', numbers: [number] }),
    },
    trash: {
      state: 'draft',
      answers: '204 204 403 403 403 403 401',
      send: (browser, { at }) => browser.post(`${at}/trash`),
    },
    restore: {
      state: 'trashed',
      answers: '200 200 403 403 403 403 401',
      send: (browser, { at }) => browser.post(`${at}/restore`),
    },
    delete: {
      state: 'trashed',
      answers: '204 204 403 403 403 403 401',
      send: (browser, { at }) => browser.delete(at),
    },
    'set access': {
      state: 'draft',
      answers: '200 200 403 403 403 403 401',
      send: async (browser, { number }) => setAccess(browser, number, { owner: stranger.id }, administrator),
    },
  };

  describe.each(Object.entries(ACTIONS))('to %s (P-16)', (_name, action) => {
    const { answers, send } = action;
    it.each(ACTORS.map((actor, index) => [actor, answers.split(' ')[index] ?? '']))(
      '%s: %s',
      async (name, answer) => {
        const actor = actors.get(name);
        if (!actor) throw new Error(`${name} is missing.`);
        const [own = '', foreign = own] = answer.split('/');
        for (const [owner, expected] of [
          [actor.account, own],
          [stranger.id, foreign],
        ] as const) {
          const article = await prepareFor(owner, action);
          const received = await send(actor.browser, article);
          expect([owner === stranger.id ? 'foreign' : 'own', received.status, received.text]).toEqual([
            owner === stranger.id ? 'foreign' : 'own',
            Number(expected),
            received.text,
          ]);
          if (expected === '403')
            expect(received.text).toMatch(/"permission":"pages\.|"code":"(sign-in-required|not-yours)"/);
          expect((await readArticle(sites.b, article.other)).status).toBe('draft');
        }
      },
    );
  });

  it('are all that can be asked of an article (P-16)', async () => {
    const { paths } = (await administrator.get('/../openapi.json')).json() as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      path.startsWith('/editor/articles/{number}')
        ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice('/editor'.length)}`)
        : [],
    );
    expect(routes.length).toBeGreaterThan(35);
    const missing = routes.filter((route) => {
      const pattern = new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return ![...asked].some((each) => pattern.test(each));
    });
    expect(missing).toEqual([]);
  });
});
