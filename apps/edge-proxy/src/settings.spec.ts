import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from './env.js';
import { readEdgeSettings } from './settings.js';

const BACKEND_URL = 'https://editor.example.com';

describe('settings of the edge proxy', () => {
  it('takes a backend alone', () => {
    expect(readEdgeSettings({ BACKEND_URL })).toEqual({ backendUrl: BACKEND_URL });
  });

  it.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
  ])('reads the zone %s as %s', (ZONE, zone) => {
    expect(readEdgeSettings({ BACKEND_URL, ZONE })).toMatchObject({ zone });
  });

  it.each([
    ['BACKEND_URL', undefined],
    ['BACKEND_URL', ''],
    ['BACKEND_URL', 'editor.example.com'],
    ['BACKEND_URL', 'ftp://editor.example.com'],
    ['BACKEND_URL', 'https://editor.example.com/path'],
    ['BACKEND_URL', 'https://user:pass@editor.example.com'],
    ['BACKEND_URL', 'https://editor.example.com?x'],
    ['ZONE', 'https://example.com'],
    ['ZONE', 'example.com/x'],
    ['ZONE', 'example.com:443'],
    ['ZONE', '*.example.com'],
    ['ZONE', '.example.com'],
    ['ZONE', 'a b.example'],
    ['ZONE', 'example.com, example.org'],
    ['EDGE_SECRET', 'with space'],
    ['EDGE_SECRET', 'line\nbreak'],
    ['TIMEOUT_MS', '10s'],
    ['TIMEOUT_MS', '0'],
    ['TIMEOUT_MS', '-1'],
    ['TIMEOUT_MS', '1e9'],
  ])('refuses %s=%j and names it', (name, value) => {
    expect(() => readEdgeSettings({ BACKEND_URL, [name]: value })).toThrow(name);
  });

  it('does not show a secret that it refuses', () => {
    expect(() => readEdgeSettings({ BACKEND_URL, EDGE_SECRET: 'top secret' })).not.toThrow('top secret');
  });

  it('lists every wrong value of the environment at once', () => {
    const env = { SITE_PORT: '99999', ZONE: '::', EDGE_TIMEOUT_MS: 'x' };
    for (const name of ['SITE_PORT', 'BACKEND_URL', 'ZONE', 'EDGE_TIMEOUT_MS']) {
      expect(() => readEnv(env)).toThrow(name);
    }
  });

  it('reads the secret from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'edge-proxy-')), 'secret');
    writeFileSync(file, 's3cret\n');
    expect(readEnv({ BACKEND_URL, EDGE_SECRET_FILE: file })).toMatchObject({ edgeSecret: 's3cret' });
    expect(() => readEnv({ BACKEND_URL, EDGE_SECRET_FILE: `${file}.missing` })).toThrow('EDGE_SECRET_FILE');
  });

  it('has defaults for port and host', () => {
    expect(readEnv({ BACKEND_URL })).toMatchObject({ port: 3001, host: '127.0.0.1' });
  });
});
