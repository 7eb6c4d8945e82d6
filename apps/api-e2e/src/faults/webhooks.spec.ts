import { startWebhookReceiver } from '@sitedesk/testing';
import { loadavg } from 'node:os';
import { createArticle, publishArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { sendUnderKills } from '../harness/killed-webhooks.js';
import { startTwoEditorSites } from '../harness/people.js';
import { WITHOUT_LIMITS } from '../harness/site.js';
import { createWebhook } from '../harness/webhooks.js';
import { figure, percentile } from './support/figure.js';

const EVENTS = Number(process.env['WEBHOOK_EVENTS'] ?? 1_000);
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 100);
/** Deliveries that are timed, and webhooks of the same site whose server never answers. */
const TIMED = 50;
const SILENT = 5;

describe('webhooks, when the processes that send them are killed again and again', () => {
  it('send every event at least once, each verified by the library of Standard Webhooks (W-01, W-05)', () =>
    sendUnderKills({ events: EVENTS, kills: KILLS }));
});

describe('webhooks beside servers that never answer', () => {
  it('are as quick as without them (W-06)', async () => {
    const [receiver, stuck] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
    const { site, a, b } = await startTwoEditorSites(WITHOUT_LIMITS);
    try {
      let made = 0;
      const publish = async (browser: EditorBrowser): Promise<void> => {
        made += 1;
        const { number } = await createArticle(browser, { title: 'News', slug: `news-${made}` });
        expect((await publishArticle(browser, number)).status).toBe(200);
      };
      const timedDeliveries = async (browser: EditorBrowser, path: string): Promise<readonly number[]> => {
        const times: number[] = [];
        for (let count = 0; count < TIMED; count += 1) {
          const before = receiver.at(path).length;
          await publish(browser);
          const published = Date.now();
          await eventually(() => expect(receiver.at(path)).toHaveLength(before + 1));
          times.push((receiver.at(path).at(-1)?.at ?? 0) - published);
        }
        return times;
      };
      await createWebhook(a, `${receiver.url}/same-site`);
      await createWebhook(b, `${receiver.url}/other-site`);
      const alone = await timedDeliveries(a, '/same-site');
      stuck.behave('silent');
      for (let target = 0; target < SILENT; target += 1) await createWebhook(a, `${stuck.url}/${target}`);
      const beside = await timedDeliveries(a, '/same-site');
      const ofOthers = await timedDeliveries(b, '/other-site');
      figure('W-06', {
        aloneMedianMs: percentile(alone, 0.5),
        besideMedianMs: percentile(beside, 0.5),
        besideMostMs: percentile(beside, 1),
        otherSiteMedianMs: percentile(ofOthers, 0.5),
        otherSiteMostMs: percentile(ofOthers, 1),
        stuck: stuck.requests.length,
        load: (loadavg()[0] ?? 0).toFixed(1),
      });
      expect(stuck.requests.length).toBeGreaterThan(0);
    } finally {
      await site.stop();
      await Promise.all([receiver.close(), stuck.close()]);
    }
  });
});
