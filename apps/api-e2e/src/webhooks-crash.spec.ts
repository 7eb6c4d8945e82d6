import { sendUnderKills } from './harness/killed-webhooks.js';

describe('webhooks, when the process that sends them is killed', () => {
  it('send every event at least once (W-05)', () => sendUnderKills({ events: 100, kills: 3 }));
});
