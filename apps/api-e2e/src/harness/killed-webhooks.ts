import { startWebhookReceiver } from '@sitedesk/testing';
import { createArticle, publishArticle } from './articles.js';
import { startEditorSite } from './editor.js';
import { eventually } from './eventually.js';
import { startApi } from './processes.js';
import { createWebhook, verified } from './webhooks.js';

/**
 * Sends events to a webhook by processes that are killed one after the other, and checks that each arrives at least once, signed so that
 * the library of Standard Webhooks verifies it.
 */
export async function sendUnderKills({
  events,
  kills,
}: {
  readonly events: number;
  readonly kills: number;
}): Promise<void> {
  const receiver = await startWebhookReceiver();
  // It sends nothing: the processes below do.
  const site = await startEditorSite({ OUTBOX_WORKER: 'off' });
  try {
    const editor = await site.administrator();
    const { secret } = await createWebhook(editor, `${receiver.url}/hook`);
    const { number } = await createArticle(editor, { title: 'News', slug: 'news' });
    expect((await publishArticle(editor, number)).status).toBe(200);
    // The same once more for each point at which it may be killed.
    await site.database.query(
      `INSERT INTO webhook_event (tenant_id, id, type, data, created_at)
       SELECT tenant_id, gen_random_uuid(), type, data, created_at FROM webhook_event, generate_series(2, ${events})`,
    );
    const ids = (): ReadonlySet<unknown> =>
      new Set(receiver.at('/hook').map(({ headers }) => headers['webhook-id']));
    let checked = 0;
    // As they come: the library refuses what is older than five minutes.
    const verifyNew = (): void => {
      const arrived = receiver.at('/hook');
      for (const request of arrived.slice(checked)) verified(secret, request);
      checked = arrived.length;
    };
    for (let kill = 1; kill <= kills; kill += 1) {
      const worker = await startApi(site.database.url);
      const goal = (events / (kills + 1)) * kill;
      await eventually(() => expect(ids().size).toBeGreaterThanOrEqual(goal));
      await worker.kill();
      verifyNew();
    }
    const last = await startApi(site.database.url);
    try {
      await eventually(async () => {
        const rows = await site.database.query(
          `SELECT count(*)::int AS count FROM webhook_delivery WHERE state = 'delivered'`,
        );
        expect(rows[0]?.['count']).toBe(events);
      });
    } finally {
      await last.stop();
    }
    expect(ids().size).toBe(events);
    verifyNew();
  } finally {
    await site.stop();
    await receiver.close();
  }
}
