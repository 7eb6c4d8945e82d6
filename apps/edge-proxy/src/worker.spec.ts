import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { EDGE_PLATFORMS, workerBundle } from './testing/edges.js';
import { send } from './testing/raw-http.js';
import { readEdgeSettings } from './settings.js';

const EXAMPLE = join(__dirname, '..', 'wrangler.example.toml');

describe('Worker', () => {
  it('answers 500 in the shape of the contact result when it has not been configured', async () => {
    const workers = EDGE_PLATFORMS.find(({ platform }) => platform === 'Workers');
    const edge = await workers?.start({ ZONE: 'example.test' });
    try {
      const answer = await send(edge?.port ?? 0, { target: '/_api/contact/submit' });
      expect(answer.status).toBe(500);
      expect(JSON.parse(answer.body)).toEqual({
        success: false,
        message: CONTACT_MESSAGES.unexpected,
        error: CONTACT_ERRORS.unavailable,
      });
    } finally {
      await edge?.stop();
    }
  });

  it('is one file without any import', () => {
    const bundle = readFileSync(workerBundle(), 'utf8');
    expect(bundle).not.toMatch(/^import |\brequire\(|node:/m);
    expect(bundle).toMatch(/^export \{\n {2}\w+ as default\n\};$/m);
  });

  it('has an example configuration that is valid and complete (W15)', () => {
    const tables = simpleToml(readFileSync(EXAMPLE, 'utf8'));
    expect(tables.get('')).toMatchObject({ main: 'dist/worker.js' });
    expect(tables.get('[routes]')).toMatchObject({ pattern: expect.stringMatching(/\/_api\/contact\/\*$/) });
    expect(readEdgeSettings(tables.get('vars') ?? {})).toEqual({
      backendUrl: 'https://editor.example.com',
      zone: 'example.com',
      timeoutMs: 10_000,
    });
  });
});

/** The small part of TOML that the example keeps to: comments, tables, and values that JSON has as well. */
function simpleToml(text: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const tables = new Map<string, Record<string, string>>([['', {}]]);
  let current = '';
  for (const line of text.split('\n').filter((each) => each.trim() !== '' && !each.startsWith('#'))) {
    const table = /^\[(\[[a-z]+\]|[a-z]+)\]$/.exec(line)?.[1];
    if (table !== undefined) {
      current = table;
      tables.set(table, {});
      continue;
    }
    const [, key = '', value = ''] = /^([A-Za-z_]+) = (".*"|true|false|\d+)$/.exec(line) ?? [];
    expect([line, key]).not.toEqual([line, '']);
    Object.assign(tables.get(current) ?? {}, { [key]: JSON.parse(value) });
  }
  return tables;
}
