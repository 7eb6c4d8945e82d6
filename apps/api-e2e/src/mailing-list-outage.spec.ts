import {
  type FakeMailingListService,
  type MailingListBehaviour,
  startMailingListService,
} from '@sitedesk/testing';
import { HEADERS } from '@sitedesk/contract/headers';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { chooseList, connectList, LIST_ENV, listView, writeTo } from './harness/mailing-list.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

let sites: TwoEditorSites;
let services: { readonly a: FakeMailingListService; readonly b: FakeMailingListService };
beforeAll(async () => {
  sites = await startTwoEditorSites({ ...LIST_ENV, OUTBOX_RETRY_SECONDS: '1' });
  services = { a: await startMailingListService('Account A'), b: await startMailingListService('Account B') };
  for (const name of ['a', 'b'] as const) {
    await connectList(sites[name], services[name]);
    expect((await chooseList(sites[name])).status).toBe(200);
  }
});
afterAll(async () => {
  await Promise.all([services.a.close(), services.b.close()]);
  await sites.site.stop();
});

const write = async (host: string, email: string): Promise<void> => {
  const answer = await writeTo(sites.site.api.url, email, { headers: { [HEADERS.originHostname]: host } });
  expect(answer.status).toBe(200);
};
const emails = (service: FakeMailingListService): readonly string[] =>
  [...service.list('news').members.values()].map(({ email }) => email);
const problemOf = async (editor: EditorBrowser): ReturnType<typeof listView> => {
  const view = await listView(editor);
  expect(view.status?.problem).not.toBeNull();
  return view;
};

describe('a mailing list service that is out', () => {
  const BEHAVIOURS: readonly MailingListBehaviour[] = [
    ...(['throttled', 'down', 'error-500', 'garbage', 'huge', 'reset', 'slow-body', 'silent'] as const),
    ...(['forbidden', 'redirect'] as const),
  ];

  it.each(BEHAVIOURS)(
    '%s: every message is accepted, nothing is lost, and the other site goes on',
    async (behaviour) => {
      services.a.behave(behaviour);
      const mine = ['one', 'two', 'three', 'four', 'five'].map((word) => `${word}.${behaviour}@example.com`);
      for (const email of mine) await write(HOSTS.a, email);
      const { state, status } = await eventually(() => problemOf(sites.a));
      expect(state).toBe('failing');
      expect(status).toMatchObject({ waiting: 5, failed: 0 });
      expect(status?.problem?.needsPerson).toBe(['forbidden', 'redirect'].includes(behaviour));
      expect(status?.problem?.detail).not.toContain(services.a.apiKey);
      await write(HOSTS.b, `neighbour.${behaviour}@example.com`);
      await eventually(() => expect(emails(services.b)).toContain(`neighbour.${behaviour}@example.com`));
      services.a.behave('ok');
      await eventually(async () => {
        expect(emails(services.a)).toEqual(expect.arrayContaining(mine));
        expect(await listView(sites.a)).toMatchObject({
          state: 'active',
          status: { waiting: 0, problem: null },
        });
      });
    },
  );

  it('a key that was voided needs a person, and another one repairs it at once', async () => {
    services.a.rotateKey();
    await write(HOSTS.a, 'voided@example.com');
    const { status } = await eventually(() => problemOf(sites.a));
    expect(status?.problem?.needsPerson).toBe(true);
    expect((await sites.a.post('/mailing-list/check')).json()).toMatchObject({ ok: false });
    await connectList(sites.a, services.a);
    await eventually(() => expect(emails(services.a)).toContain('voided@example.com'));
    expect((await listView(sites.a)).connection?.list).toEqual({ id: 'news', name: 'Newsletter' });
  });

  it('neither site sees or reaches what is the other’s (Z-03)', async () => {
    services.b.refuse('secret.of.b@example.com', 'No.');
    await write(HOSTS.b, 'secret.of.b@example.com');
    const failures = async (): Promise<{ readonly items: readonly { readonly id: string }[] }> =>
      (await sites.b.get('/mailing-list/failures')).json() as { items: { id: string }[] };
    const [failed] = await eventually(async () => {
      const { items } = await failures();
      expect(items).toHaveLength(1);
      return items;
    });
    expect((await sites.a.get('/mailing-list/failures')).json()).toEqual({ items: [], nextCursor: null });
    expect((await sites.a.post('/mailing-list/retry', { id: failed?.id })).json()).toEqual({ retried: 0 });
    expect((await sites.a.get('/mailing-list')).text).not.toContain('Account B');
    expect((await failures()).items).toHaveLength(1);
    await sites.a.delete('/mailing-list');
    expect(await listView(sites.b)).toMatchObject({ state: 'active', status: { failed: 1 } });
    expect(emails(services.a).filter((email) => emails(services.b).includes(email))).toEqual([]);
  });
});
