import { sendUnderKills } from '../harness/killed-webhooks.js';

const EVENTS = Number(process.env['WEBHOOK_EVENTS'] ?? 1_000);
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 100);

describe('webhooks, when the processes that send them are killed again and again', () => {
  it('send every event at least once, each verified by the library of Standard Webhooks (W-01, W-05)', () =>
    sendUnderKills({ events: EVENTS, kills: KILLS }));
});
