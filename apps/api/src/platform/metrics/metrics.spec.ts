import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createTestApp } from '../../testing/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { MetricsService } from './metrics.service.js';

describe('what Prometheus scrapes', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let text: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await createTestApp(database.url, { env: { METRICS: 'on' } });
    await app.init();
    text = await app.get(MetricsService).scrape(undefined);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('has _total at the end of every counter, and of nothing else', () => {
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
      name,
      type,
    }));
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  });

  it('says which version runs', () => {
    expect(text).toMatch(/^sitedesk_build_info\{version="\d+\.\d+\.\d+[^"]*",node="v\d+[^"]*"\} 1$/m);
  });

  it('has every counter from the beginning, with each outcome', () => {
    const begun = [...text.matchAll(/^(sitedesk_\w+_total)\{\w+="(\w+)"\} 0$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    const outcomes = ['accepted', 'repeated', 'failed', 'refused', 'limited', 'unavailable', 'error'];
    expect(begun).toEqual(
      expect.arrayContaining([
        ...outcomes.map((outcome) => ['sitedesk_submissions_total', outcome]),
        ...['sent', 'failed', 'dead'].map((outcome) => ['sitedesk_emails_total', outcome]),
        ['sitedesk_rate_limit_degraded_total', 'database'],
      ]),
    );
  });

  it('says of how many sites an email provider is on hold', () => {
    expect(text).toMatch(/^sitedesk_jobs_held_sites\{target="email"\} 0$/m);
  });

  it('says how the pool is used', () => {
    expect(text).toMatch(/^sitedesk_database_connections\{state="idle"\} \d+$/m);
    expect(text).toMatch(/^sitedesk_database_connections\{state="busy"\} \d+$/m);
    expect(text).toMatch(/^sitedesk_database_connections\{state="waiting"\} \d+$/m);
  });
});
