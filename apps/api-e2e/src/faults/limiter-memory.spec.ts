import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { figure } from './support/figure.js';
import { generate } from './support/generator.js';

const TABLE = join(__dirname, '../../../api/dist/platform/throttling/fixed-window-table.js');
const MAX_GROWTH_MB = 64;

describe('the rate limiter in process memory', () => {
  it('counts 1,000,000 addresses in less than 64 MB (D-04)', async () => {
    const plan = { module: pathToFileURL(TABLE).href, addresses: 1_000_000 };
    const result = await generate<{ readonly wrong: number; readonly grownMb: number }>(
      'limiter-memory',
      plan,
    );
    figure('D-04', { ...result });
    expect(result.grownMb).toBeLessThan(MAX_GROWTH_MB);
    // Told apart by 56 bits of a hash; when its segments are full, a few share a counter.
    expect(result.wrong).toBeLessThan(plan.addresses / 1_000);
  });
});
