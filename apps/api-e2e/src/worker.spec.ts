import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { TEST_EDGE_SECRET } from './harness/processes.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { type Site, startSiteBy } from './harness/site.js';
import { MESSAGE, Visitor } from './harness/visitor.js';

const WORKER = join(__dirname, '../../edge-proxy/dist/worker.js');
const ZONE = 'zone.test';

describe('the edge proxy as a Worker, in workerd, in front of the real backend (specification 1)', () => {
  let site: Site<RunningProcess>;
  let runtime: Miniflare;
  let visitor: Visitor;

  beforeAll(async () => {
    site = await startSiteBy(startApi);
    runtime = new Miniflare({
      modules: true,
      script: readFileSync(WORKER, 'utf8'),
      compatibilityDate: '2026-04-01',
      bindings: { BACKEND_URL: site.api.url, ZONE, EDGE_SECRET: TEST_EDGE_SECRET, TIMEOUT_MS: '2000' },
      host: '127.0.0.1',
      port: 0,
      cf: false,
    });
    const url = await runtime.ready;
    visitor = new Visitor(url.origin, {
      headers: { Origin: `https://${ZONE}`, 'cf-connecting-ip': '203.0.113.9' },
    });
  });

  afterAll(async () => {
    await runtime.dispose();
    await site.stop();
  });

  it('serves the script and takes a message, which is stored for the zone and the address the platform told', async () => {
    const answer = await visitor.submit();
    expect({ status: answer.status, body: answer.json() }).toEqual({
      status: 200,
      body: { success: true, message: CONTACT_MESSAGES.accepted, error: null },
    });
    expect(answer.headers['access-control-allow-origin']).toBe(`https://${ZONE}`);
    const rows = await site.database.query(
      'SELECT hostname, client_address, message FROM contact_submission',
    );
    expect(rows).toEqual([{ hostname: ZONE, client_address: '203.0.113.9', message: MESSAGE.message }]);
  });

  it('passes a refusal on with its body and the fresh token', async () => {
    const answer = await visitor.submit({ ...MESSAGE, name: '' });
    expect(answer.json()).toEqual({
      success: false,
      message: CONTACT_MESSAGES.validationFailed,
      error: CONTACT_ERRORS.nameRequired,
    });
    expect(answer.headers['requestverificationtoken']).toMatch(/^v1\./);
  });

  it('answers 503 in the contact-result shape when the backend is gone (C-10)', async () => {
    const token = await visitor.token();
    await site.api.kill();
    const answer = await visitor.submit(MESSAGE, { RequestVerificationToken: token });
    expect({ status: answer.status, body: answer.json() }).toEqual({
      status: 503,
      body: { success: false, message: CONTACT_MESSAGES.unavailable, error: CONTACT_ERRORS.unavailable },
    });
  });
});
