import Cloudflare from 'cloudflare';
import { type FakeCloudflare, startCloudflare } from './cloudflare.js';

/**
 * The official client understands what the stand-in answers. Version 3, because version 7 has three times as many files and slows down
 * every installation.
 */
describe('the stand-in of Cloudflare, by the official client', () => {
  let fake: FakeCloudflare;
  const clientOf = (apiToken: string): Cloudflare =>
    new Cloudflare({ apiToken, baseURL: fake.apiUrl, maxRetries: 0 });
  let client: Cloudflare;
  beforeAll(async () => {
    fake = await startCloudflare();
    client = clientOf(fake.token);
  });
  afterAll(() => fake.close());
  afterEach(() => {
    fake.behave('ok');
    fake.setToken({});
  });

  const refusal = async (call: PromiseLike<unknown>): Promise<unknown> => {
    try {
      await call;
    } catch (error) {
      if (error instanceof Cloudflare.APIError) return [error.status, error.errors.map(({ code }) => code)];
      throw error;
    }
    return 'accepted';
  };

  it('verifies the token', async () => {
    expect(await client.user.tokens.verify()).toMatchObject({ status: 'active' });
    fake.setToken({ status: 'disabled' });
    expect(await client.user.tokens.verify()).toMatchObject({ status: 'disabled' });
    expect(await refusal(clientOf('f'.repeat(40)).user.tokens.verify())).toEqual([401, [10_001]]);
  });

  it('names the zone to those who may edit it', async () => {
    expect(await refusal(client.zones.get({ zone_id: fake.zone }))).toEqual([403, [9_109]]);
    fake.setToken({ right: 'edit' });
    expect(await client.zones.get({ zone_id: fake.zone })).toMatchObject({
      id: fake.zone,
      name: 'site.test',
    });
    expect(await refusal(client.zones.get({ zone_id: '0'.repeat(32) }))).toEqual([404, [1_001]]);
  });

  it('purges by address, tag and host, and everything', async () => {
    const zone = { zone_id: fake.zone };
    const bodies = [
      { files: ['https://site.test/a', 'https://site.test/b'] },
      { tags: ['a1', 'a2'] },
      { hosts: ['site.test'] },
      { purge_everything: true },
    ];
    for (const body of bodies)
      expect(await client.cache.purge({ ...zone, ...body })).toEqual({ id: fake.zone });
    expect(fake.purges).toEqual(bodies);
    expect(await refusal(client.cache.purge({ ...zone, files: [] }))).toEqual([400, [1_094]]);
  });

  it('refuses as the service does: too many requests with the time to wait, and errors of its own', async () => {
    const purge = () => client.cache.purge({ zone_id: fake.zone, purge_everything: true });
    fake.setRetryAfter(7);
    fake.behave('throttled', 1);
    await expect(purge()).rejects.toMatchObject({ status: 429 });
    fake.behave('error-500', 1);
    expect(await refusal(purge())).toEqual([500, [10_013]]);
    fake.behave('forbidden', 1);
    expect(await refusal(purge())).toEqual([403, [10_000]]);
    expect(await purge()).toEqual({ id: fake.zone });
  });
});
