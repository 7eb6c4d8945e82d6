import { startWebhookReceiver, type WebhookReceiver } from '@sitedesk/testing';
import { createArticle, publishArticle } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { startApi } from './harness/processes.js';
import { createWebhook } from './harness/webhooks.js';

const EVENTS = 100;
const KILLS = 3;

describe('webhooks, when the process that sends them is killed', () => {
  let receiver: WebhookReceiver;
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    // It sends nothing: that do the processes that the test starts.
    site = await startEditorSite({ OUTBOX_WORKER: 'off' });
    editor = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await receiver.close();
  });

  it('sends every event at least once (W-05)', async () => {
    await createWebhook(editor, `${receiver.url}/hook`);
    const { number } = await createArticle(editor, { title: 'News', slug: 'news' });
    expect((await publishArticle(editor, number)).status).toBe(200);
    // The same once more for each point at which it may be killed.
    await site.database.query(
      `INSERT INTO webhook_event (tenant_id, id, type, data, created_at)
       SELECT tenant_id, gen_random_uuid(), type, data, created_at FROM webhook_event, generate_series(2, ${EVENTS})`,
    );
    const ids = (): ReadonlySet<unknown> =>
      new Set(receiver.at('/hook').map(({ headers }) => headers['webhook-id']));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const worker = await startApi(site.database.url);
      const goal = (EVENTS / (KILLS + 1)) * kill;
      await eventually(() => expect(ids().size).toBeGreaterThanOrEqual(goal));
      await worker.kill();
    }
    const last = await startApi(site.database.url);
    try {
      await eventually(async () => {
        const rows = await site.database.query(
          `SELECT count(*)::int AS count FROM webhook_delivery WHERE state = 'delivered'`,
        );
        expect(rows[0]?.['count']).toBe(EVENTS);
      });
    } finally {
      await last.stop();
    }
    expect(ids().size).toBe(EVENTS);
  });
});
