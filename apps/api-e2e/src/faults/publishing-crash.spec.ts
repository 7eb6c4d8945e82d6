import type { ArticleDetails, Published } from '@sitedesk/contract/articles';
import type { Release } from '@sitedesk/contract/releases';
import { type FakeCloudflare, startCloudflare } from '@sitedesk/testing';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EditorBrowser, type EditorSite, startEditorSiteBy } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { BEHIND_LOCAL_PROXY } from '../harness/site.js';

/** Processes that are killed, and actions that each has in hand then: 200 moments. */
const KILLS = 25;
const POSTS = 8;
/** When actions begin, and until when the process lives. */
const STAGGER_MS = 30;
const LIFE_MS = 120;
/** Plans are looked for once a second. */
const RELEASE_LIFE_MS = 1_400;

/** What doesn't fit together: pages, publications, addresses, lists, entries of the audit log. */
const TORN = `
SELECT 'page' AS what, a.number FROM article a LEFT JOIN live_page l ON l.tenant_id = a.tenant_id AND l.number = a.number AND l.kind = 'page'
  WHERE a.publication_id IS DISTINCT FROM l.publication_id
UNION ALL SELECT 'publication', a.number FROM article a
  LEFT JOIN publication p ON p.tenant_id = a.tenant_id AND p.number = a.number AND p.ended_at IS NULL
  WHERE a.publication_id IS DISTINCT FROM p.id OR a.live_version IS DISTINCT FROM p.version
UNION ALL SELECT 'version', p.number FROM publication p LEFT JOIN article_version v ON v.tenant_id = p.tenant_id AND v.number = p.number
  AND v.version = p.version WHERE v.version IS NULL
UNION ALL SELECT 'address', p.number FROM publication p LEFT JOIN path_history h ON h.tenant_id = p.tenant_id AND h.path = p.path
  WHERE h.number IS DISTINCT FROM p.number
UNION ALL SELECT 'published', a.number FROM article a WHERE a.type = 1
  AND (SELECT count(*) FROM publication p WHERE p.tenant_id = a.tenant_id AND p.number = a.number)
    <> (SELECT count(*) FROM audit_entry e WHERE e.tenant_id = a.tenant_id AND e.target_kind = 'article' AND e.target_id = a.number::text
      AND e.action = 'article.publish' AND e.outcome = 'done')
UNION ALL SELECT 'withdrawn', a.number FROM article a WHERE a.type = 1
  AND (SELECT count(*) FROM publication p WHERE p.tenant_id = a.tenant_id AND p.number = a.number AND p.ended_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM publication q WHERE q.tenant_id = p.tenant_id AND q.number = p.number AND q.at = p.ended_at))
    <> (SELECT count(*) FROM audit_entry e WHERE e.tenant_id = a.tenant_id AND e.target_kind = 'article' AND e.target_id = a.number::text
      AND e.action = 'article.withdraw' AND e.outcome = 'done')
UNION ALL SELECT 'blog', s.stream_number FROM stream_state s WHERE s.live_count <>
  (SELECT count(*) FROM live_page l WHERE l.tenant_id = s.tenant_id AND l.stream_number = s.stream_number AND l.kind = 'page')
UNION ALL SELECT 'list', 0 FROM live_list t WHERE t.live_count <>
  (SELECT count(*) FROM live_list_entry e WHERE e.tenant_id = t.tenant_id AND e.path = t.path)
UNION ALL SELECT 'listed', a.number FROM article a LEFT JOIN publication p ON p.tenant_id = a.tenant_id AND p.id = a.publication_id WHERE a.type = 1
  AND coalesce(jsonb_array_length(p.head->'tags') > 0, false) <> EXISTS (SELECT FROM live_list_entry e WHERE e.tenant_id = a.tenant_id AND e.number = a.number)
UNION ALL SELECT 'purge', a.number FROM article a WHERE a.type = 1
  AND (SELECT count(*) FROM publication p WHERE p.tenant_id = a.tenant_id AND p.number = a.number)
    <> (SELECT count(*) FROM cdn_purge c WHERE c.tenant_id = a.tenant_id AND c.article = a.number AND c.reason = 'publish')
UNION ALL SELECT 'purge of withdrawn', a.number FROM article a WHERE a.type = 1
  AND (SELECT count(*) FROM audit_entry e WHERE e.tenant_id = a.tenant_id AND e.target_kind = 'article' AND e.target_id = a.number::text
      AND e.action = 'article.withdraw' AND e.outcome = 'done')
    <> (SELECT count(*) FROM cdn_purge c WHERE c.tenant_id = a.tenant_id AND c.article = a.number AND c.reason = 'withdraw')
UNION ALL SELECT 'release', j.number FROM publication_job j JOIN publication_release r ON r.tenant_id = j.tenant_id AND r.id = j.release_id
  WHERE j.state <> r.state`;

interface LiveRow {
  readonly number: number;
  readonly live_version: number | null;
  readonly revision: number;
}

type Action = 'publish' | 'rename' | 'withdraw';

describe('publishing, when processes are killed', () => {
  let site: EditorSite<RunningProcess>;
  let api: RunningProcess;
  let editor: EditorBrowser;
  let numbers: readonly number[];
  let cloudflare: FakeCloudflare;
  let cdn: Readonly<Record<string, string>>;

  beforeAll(async () => {
    cloudflare = await startCloudflare();
    cdn = {
      SITE__PUBLICURL: cloudflare.edgeUrl,
      CDN_API_URLS: `cloudflare=${cloudflare.apiUrl}`,
      CDN__PROVIDER: 'cloudflare',
      CDN__CLOUDFLAREZONE: cloudflare.zone,
      CDN__CLOUDFLARETOKEN: cloudflare.token,
      CDN__CLOUDFLAREPLAN: 'enterprise',
      OUTBOUND_ALLOW: '127.0.0.1/32',
    };
    site = await startEditorSiteBy(startApi, cdn);
    ({ api } = site);
    editor = await site.administrator();
    await publish(await create({ type: 2, title: 'News', blogKey: 'news' }));
    numbers = await Promise.all(
      Array.from({ length: POSTS }, async (_, index) => {
        const { number } = await create({ type: 1, title: `Post ${index}`, blogKey: 'news' });
        return number;
      }),
    );
  });
  afterAll(async () => {
    await api.stop();
    await site.database.drop();
    await cloudflare.close();
  });

  const create = async (input: object): Promise<ArticleDetails> =>
    (await editor.post('/articles', input)).json() as ArticleDetails; // the contract's word
  const read = async (number: number): Promise<ArticleDetails> =>
    (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
  const publish = ({
    number,
    revision,
  }: Pick<ArticleDetails, 'number' | 'revision'>): ReturnType<EditorBrowser['post']> =>
    editor.post(`/articles/${number}/publish`, undefined, { 'If-Match': `"v${revision}"` });

  /** Saves another text, with a tag, and another address if asked to. */
  async function save(number: number, slug?: string): Promise<ArticleDetails> {
    const { fields, document, revision } = await read(number);
    const changed = {
      ...fields,
      introduction: randomUUID(),
      tags: ['News'],
      ...(slug !== undefined && { slug }),
    };
    const body = { operation: randomUUID(), fields: changed, document };
    const answer = await editor.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect(answer.status).toBe(200);
    return read(number);
  }

  async function restart(): Promise<void> {
    api = await startApi(site.database.url, { ...BEHIND_LOCAL_PROXY, ...cdn });
    const next = new EditorBrowser(api.url, editor.ownHeaders);
    for (const [name, value] of editor.cookies) next.cookies.set(name, value);
    next.csrfToken = editor.csrfToken;
    editor = next;
  }

  const liveRows = (): Promise<readonly LiveRow[]> =>
    site.database.query<LiveRow>(
      `SELECT a.number, a.live_version, d.revision FROM article a JOIN article_draft d USING (tenant_id, number)
       WHERE a.number = ANY($1) ORDER BY a.number`,
      [numbers],
    );

  /** What an action has in hand when the process is killed. @returns which version is live if it was answered */
  async function act(action: Action, row: LiveRow): Promise<number | null | undefined> {
    await sleep(randomInt(STAGGER_MS));
    const answer =
      action === 'withdraw'
        ? await editor.post(`/articles/${row.number}/withdraw`, { answer: 410 })
        : await publish(row);
    if (action === 'withdraw') return answer.status === 204 ? null : undefined;
    return answer.status === 200 ? (answer.json() as Published).version : undefined; // the contract's word
  }

  it('leaves each article wholly as before or wholly as after, with its entries and purges (P-62, N-03)', async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await liveRows();
      const isRelease = kill % 5 === 4;
      const answers = new Map<number, number | null>();
      if (isRelease) {
        await release();
        await sleep(randomInt(RELEASE_LIFE_MS));
        await api.kill();
      } else {
        const actions = before.map(({ live_version: live }, index): Action => {
          if (live !== null && (kill + index) % 3 === 0) return 'withdraw';
          return (kill + index) % 3 === 1 ? 'rename' : 'publish';
        });
        for (const [index, { number }] of before.entries())
          if (actions[index] !== 'withdraw')
            await save(number, actions[index] === 'rename' ? `post-${number}-${kill}` : undefined);
        const rows = await liveRows();
        const running = rows.map(async (row, index) => {
          const live = await act(actions[index] ?? 'publish', row).catch(() => undefined); // the process is dead
          if (live !== undefined) answers.set(row.number, live);
        });
        await sleep(randomInt(LIFE_MS));
        await api.kill();
        await Promise.all(running);
      }
      await restart();
      if (isRelease)
        await eventually(async () =>
          expect(await site.database.query(`SELECT FROM publication_job WHERE state = 'waiting'`)).toEqual(
            [],
          ),
        );
      expect(await site.database.query(TORN)).toEqual([]);
      for (const { number, live_version: live } of await liveRows())
        if (answers.has(number)) expect([number, live]).toEqual([number, answers.get(number)]);
    }
    expect((await editor.get('/audit/verify')).json()).toMatchObject({ ok: true });
    // Those that were in hand of a killed process are sent again by another.
    await eventually(async () =>
      expect(await site.database.query(`SELECT FROM cdn_purge WHERE state IN ('waiting', 'sent')`)).toEqual(
        [],
      ),
    );
  });

  /** Puts all posts in a release that is due now. */
  async function release(): Promise<void> {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = (await editor.post('/releases', { title: 'All', at })).json() as Release; // the contract's word
    for (const number of numbers) {
      await save(number);
      const { lastVersion: version } = await read(number);
      const plan = { action: 'publish', version, release: id };
      expect((await editor.post(`/articles/${number}/plans`, plan)).status).toBe(201);
    }
    await site.database.query(
      'UPDATE publication_release SET due_at = now(), next_at = now() WHERE id = $1',
      [id],
    );
    await site.database.query(
      'UPDATE publication_job SET due_at = now(), next_at = now() WHERE release_id = $1',
      [id],
    );
  }
});
