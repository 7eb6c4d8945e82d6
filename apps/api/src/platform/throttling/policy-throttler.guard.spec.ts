import { connect } from 'node:net';
import type { RateEnvironment } from '@sitedesk/contract/rate-policies';
import { PolicyThrottlerGuard } from './policy-throttler.guard.js';
import {
  PEER,
  scopeOf,
  startThrottlingTestApp,
  TENANT,
  type ThrottlingTestApp,
  type ThrottlingTestOptions,
  TOKEN,
} from '../../testing/throttling-app.js';

/** 2026-01-01T00:00:00Z, the beginning of a window of any length used here. */
const START = 1_767_225_600_000;

let now = START;
const apps: ThrottlingTestApp[] = [];

async function start(
  environment: RateEnvironment = 'production',
  prepare?: ThrottlingTestOptions['prepare'],
): Promise<string> {
  const app = await startThrottlingTestApp({ environment, now: () => now, prepare });
  apps.push(app);
  return app.url;
}

beforeEach(() => {
  now = START;
});

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

const post = (url: string, headers: Record<string, string> = {}, body: unknown = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function statuses(
  count: number,
  send: (index: number) => Promise<Response>,
): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await send(index)).status);
  return seen;
}

const count = (seen: readonly number[], status: number): number =>
  seen.filter((one) => one === status).length;

describe('rate limits (specification 8, DD-06)', () => {
  it.each([
    ['production', 3, 300],
    ['development', 20, 60],
  ] as const)(
    'in %s %i requests pass, the next is 429 until the window ends (R-01)',
    async (environment, permits, window) => {
      const url = await start(environment);
      now = START + 1_500;
      expect(await statuses(permits, () => post(`${url}/contact`))).toEqual(
        Array.from({ length: permits }, () => 201),
      );
      const response = await post(`${url}/contact`);
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe(String(window - 1));
      now = START + window * 1_000 - 1;
      expect((await post(`${url}/contact`)).headers.get('retry-after')).toBe('1');
    },
  );

  it('50 ms after the end of the window the full quota is back, whatever was refused before (R-02)', async () => {
    const url = await start();
    now = START + 299_000;
    expect(count(await statuses(10, () => post(`${url}/contact`)), 201)).toBe(3);
    now = START + 300_050;
    expect(await statuses(5, () => post(`${url}/contact`))).toEqual([201, 201, 201, 429, 429]);
  });

  it("the specification's other statement holds too: never more than 5 in an aligned minute (R-02)", async () => {
    const url = await start();
    const minutes: number[] = [];
    for (let minute = 0; minute < 10; minute += 1) {
      now = START + minute * 60_000 + 30_000;
      minutes.push(count(await statuses(4, () => post(`${url}/contact`)), 201));
    }
    expect(minutes).toEqual([3, 0, 0, 0, 0, 3, 0, 0, 0, 0]);
  });

  it('a fourth request with a bad token is 429, not 400, and the first three counted (R-03)', async () => {
    const url = await start();
    expect(await statuses(4, () => post(`${url}/contact`, { [TOKEN]: 'bad' }))).toEqual([400, 400, 400, 429]);
  });

  it('1,000 forged X-Forwarded-For values from an untrusted peer give 3 (R-04)', async () => {
    const url = await start();
    const seen = await statuses(1_000, (index) =>
      post(`${url}/contact`, { 'x-forwarded-for': `203.0.${index >> 8}.${index & 255}` }),
    );
    expect(count(seen, 201)).toBe(3);
  });

  it('visitors behind a trusted proxy are counted apart, and what they forge is not believed (R-04)', async () => {
    const url = await start();
    const seen = await statuses(8, (index) =>
      post(`${url}/contact`, {
        [PEER]: '10.0.0.1',
        'x-forwarded-for': `1.1.1.${index}, 203.0.113.${index % 2}`,
      }),
    );
    expect(count(seen, 201)).toBe(6);
  });

  it.each([
    ['IPv4 and its mapped form', ['192.0.2.1', '::ffff:192.0.2.1'], 3],
    ['addresses of one /64', ['2001:db8::1', '2001:db8::ffff:2', '2001:DB8:0:0:1::'], 3],
    ['addresses of two /64', ['2001:db8::1', '2001:db8:0:1::1'], 6],
    ['two IPv4 addresses', ['192.0.2.1', '192.0.2.2'], 6],
    ['two mapped IPv4 addresses', ['::ffff:192.0.2.1', '::ffff:192.0.2.2'], 6],
  ])('%s (R-05)', async (_name, peers, expected) => {
    const url = await start();
    const seen = await statuses(12, (index) =>
      post(`${url}/contact`, { [PEER]: peers[index % peers.length] ?? '' }),
    );
    expect(count(seen, 201)).toBe(expected);
  });

  it('exhausting one tenant, even by a flood, leaves another usable from the same address (R-06)', async () => {
    const url = await start();
    await statuses(200, () => post(`${url}/contact`, { [TENANT]: 'a' }));
    expect(await statuses(4, () => post(`${url}/contact`, { [TENANT]: 'b' }))).toEqual([201, 201, 201, 429]);
  });

  it('an address gets 60 a minute over all tenants (R-06)', async () => {
    const url = await start();
    const spray = (): Promise<readonly number[]> =>
      statuses(80, (index) => post(`${url}/contact`, { [TENANT]: `tenant-${now}-${index}` }));
    expect(count(await spray(), 201)).toBe(60);
    const response = await post(`${url}/contact`, { [TENANT]: 'one-more' });
    expect(response.headers.get('ratelimit')).toBe('"address-ceiling";r=0;t=60');
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await statuses(1, () => post(`${url}/contact`, { [TENANT]: 'x', [PEER]: '192.0.2.9' }))).toEqual([
      201,
    ]);
    now = START + 60_000;
    expect(count(await spray(), 201)).toBe(60);
  });

  it('says the policy and what is left in the syntax of draft 11, and nothing in the old one (R-10)', async () => {
    const url = await start();
    now = START + 180_000;
    const fields = async (): Promise<readonly (string | null)[]> => {
      const { headers } = await post(`${url}/contact`);
      expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
      return [headers.get('ratelimit-policy'), headers.get('ratelimit'), headers.get('retry-after')];
    };
    expect([await fields(), await fields(), await fields(), await fields(), await fields()]).toEqual([
      ['"contact-form";q=3;w=300', '"contact-form";r=2;t=120', null],
      ['"contact-form";q=3;w=300', '"contact-form";r=1;t=120', null],
      ['"contact-form";q=3;w=300', '"contact-form";r=0;t=120', null],
      ['"contact-form";q=3;w=300', '"contact-form";r=0;t=120', '120'],
      ['"contact-form";q=3;w=300', '"contact-form";r=0;t=120', '120'],
    ]);
  });

  it('each policy counts for itself; the 11th deployment in 5 minutes is 429 (R-11)', async () => {
    const url = await start();
    await statuses(4, () => post(`${url}/contact`));
    const seen = await statuses(11, () => post(`${url}/deploy`));
    expect([count(seen, 201), seen[10]]).toEqual([10, 429]);
  });

  it('a hook can count before the body is read (R-11)', async () => {
    const url = await start('production', (app) => {
      const throttler = app.get(PolicyThrottlerGuard);
      const fastify = app.getHttpAdapter().getInstance();
      fastify.addHook('onRequest', async (request, reply) => {
        await throttler.enforce('deployment', scopeOf(request), reply);
      });
    });
    await statuses(10, () => post(`${url}/free`));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      'POST /deploy HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n',
    );
    const [answer] = await new Promise<Buffer[]>((resolve) => socket.once('data', (data) => resolve([data])));
    socket.destroy();
    expect(String(answer)).toContain('HTTP/1.1 429');
  });

  it('routes with one policy share its quota', async () => {
    const url = await start();
    const seen = await statuses(4, (index) => post(`${url}/${index % 2 === 0 ? 'contact' : 'contact-too'}`));
    expect(seen).toEqual([201, 201, 201, 429]);
  });

  it('nothing of body, query or other headers enters the key (R-12)', async () => {
    const url = await start();
    const seen = await statuses(30, (index) =>
      post(
        `${url}/contact?email=${index}@x.example&ip=${index}&tenantId=${index}`,
        {
          'user-agent': `agent ${index}`,
          cookie: `id=${index}`,
          'x-real-ip': `1.1.1.${index}`,
          forwarded: `for=1.1.1.${index}`,
        },
        {
          email: `${index}@x.example`,
          name: `n${index}`,
          ip: `1.1.1.${index}`,
          clientAddress: `1.1.1.${index}`,
        },
      ),
    );
    expect(count(seen, 201)).toBe(3);
  });

  it('a route without a policy is not limited and carries no field', async () => {
    const url = await start();
    const responses = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/free`)));
    expect(responses.every((response) => response.status === 200 && !response.headers.has('ratelimit'))).toBe(
      true,
    );
  });
});
