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

interface Action {
  readonly state: State;
  /** For each actor; behind a slash, when the article is someone else's. */
  readonly answers: string;
  readonly send: (browser: EditorBrowser, article: Sent) => Promise<Answer>;
}

interface Sent {
  readonly at: string;
  readonly revision: Readonly<Record<string, string>>;
  readonly number: number;
  /** Version that is in review. */
  readonly review: number;
  /** The same article at the other site. */
  readonly other: number;
}

const reads = (path: string): Action => ({
  state: 'draft',
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

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    administrator = sites.a;
    const join = async (...roles: readonly string[]): Promise<Colleague> =>
      colleague(sites.site, administrator, { roles, host: HOSTS.a });
    const role = { name: 'Publisher', permissions: ['pages.view', 'pages.publish'] };
    const { id } = (await administrator.post('/roles', role)).json() as { id: string };
    for (const name of ['Administrator', 'Editor', 'Author', 'Reviewer', 'Custom']) {
      const person = await join(name === 'Custom' ? id : name);
      actors.set(name, { browser: person.browser, account: person.id });
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

  /** An article of someone in a state, the same at the other site, where it stays as it is. */
  async function prepare(owner: string, state: State): Promise<Sent> {
    const input = { title: `Article ${randomUUID()}` };
    const { number } = await createArticle(administrator, input);
    const other = await createArticle(sites.b, input);
    const at = `/articles/${number}`;
    await setAccess(administrator, number, { owner });
    if (state === 'live') await administrator.post(`${at}/publish`, {}, await seenBy(administrator, number));
    if (state === 'in-review')
      await administrator.post(`${at}/review`, {}, await seenBy(administrator, number));
    if (state === 'trashed') await administrator.post(`${at}/trash`);
    expect((await readArticle(administrator, number)).status).toBe(state);
    const { review } = (await administrator.get(`${at}/review`)).json() as ReviewOverview;
    return {
      at,
      number,
      revision: await seenBy(administrator, number),
      review: review?.version ?? 0,
      other: other.number,
    };
  }

  const ACTIONS: Readonly<Record<string, Action>> = {
    read: reads(''),
    'list versions': reads('/versions'),
    'read a version': reads('/versions/1'),
    compare: reads('/compare?from=1&to=draft'),
    'list publications': reads('/publications'),
    'list plans': reads('/plans'),
    'list reviews': reads('/reviews'),
    'list threads': reads('/threads'),
    'see who has access': reads('/access'),
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

  describe.each(Object.entries(ACTIONS))('to %s (P-16)', (_name, { state, answers, send }) => {
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
          const article = await prepare(owner, state);
          const received = await send(actor.browser, article);
          expect([owner === stranger.id ? 'foreign' : 'own', received.status, received.text]).toEqual([
            owner === stranger.id ? 'foreign' : 'own',
            Number(expected),
            received.text,
          ]);
          if (expected === '403')
            expect(received.text).toMatch(/"permission":"pages\.|"code":"sign-in-required"/);
          expect((await readArticle(sites.b, article.other)).status).toBe('draft');
        }
      },
    );
  });
});
