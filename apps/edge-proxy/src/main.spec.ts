import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { startBackend, type TestBackend } from './testing/backend.js';
import { send } from './testing/raw-http.js';
import { withinAMinute } from './testing/within-a-minute.js';

const SUBMIT = '/_api/contact/submit';

describe('standalone server', () => {
  const program = join(mkdtempSync(join(tmpdir(), 'edge-proxy-')), 'main.mjs');
  const children: ChildProcess[] = [];
  let backend: TestBackend;

  function run(env: Readonly<Record<string, string>>): { child: ChildProcess; output: () => string } {
    const child = fork(program, { env: { SITE_PORT: '0', BACKEND_URL: backend.url, ...env }, stdio: 'pipe' });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => (output += String(chunk)));
    return { child, output: () => output };
  }

  async function ready(child: ChildProcess): Promise<number> {
    const [message] = await withinAMinute(once(child, 'message'));
    expect(message).toEqual({ type: 'ready', port: expect.any(Number) });
    return Number(message.port);
  }

  beforeAll(async () => {
    buildSync({
      entryPoints: [join(__dirname, 'main.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['@sitedesk/source'],
    });
    backend = await startBackend();
  });
  afterEach(() => {
    backend.reset();
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => backend.stop());

  it('tells its parent when it is ready, and serves', async () => {
    const { child } = run({ ZONE: 'example.test' });
    expect(await send(await ready(child), { target: SUBMIT })).toMatchObject({ status: 200 });
    expect(backend.seen[0]?.headers.get('x-origin-hostname')).toEqual(['example.test']);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes the requests in progress on %s, then ends well',
    async (signal) => {
      const { child } = run({});
      const port = await ready(child);
      const exited = once(child, 'exit');
      backend.answer = (response) => {
        child.kill(signal);
        setTimeout(() => response.end('in time'), 300);
      };
      expect(await send(port, { method: 'POST', target: SUBMIT, body: '{}' })).toMatchObject({
        body: 'in time',
      });
      expect(await withinAMinute(exited)).toEqual([0, null]);
      await expect(send(port, { target: SUBMIT })).rejects.toThrow();
    },
  );

  it('says that it lives, whatever the backend does, and logs its 503s once for all of an outage', async () => {
    const { child, output } = run({ BACKEND_URL: 'http://127.0.0.1:9' });
    const port = await ready(child);
    for (let count = 0; count < 3; count += 1)
      expect(await send(port, { target: SUBMIT })).toMatchObject({ status: 503 });
    expect(await send(port, { target: '/health/live' })).toMatchObject({
      status: 200,
      body: '{"status":"ok"}',
    });
    child.kill('SIGTERM');
    await withinAMinute(once(child, 'close'));
    const lines = output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        event: 'backend.unavailable',
        answers: 1,
        error: expect.stringContaining('ECONNREFUSED'),
      }),
    ]);
  });

  it('ends when its parent has gone', async () => {
    const { child } = run({});
    await ready(child);
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await withinAMinute(exited)).toEqual([0, null]);
  });

  it('says every wrong setting and ends with 1', async () => {
    const { child, output } = run({ BACKEND_URL: 'nowhere', EDGE_TIMEOUT_MS: 'soon', SITE_PORT: 'x' });
    expect(await withinAMinute(once(child, 'close'))).toEqual([1, null]);
    for (const name of ['BACKEND_URL', 'EDGE_TIMEOUT_MS', 'SITE_PORT']) expect(output()).toContain(name);
  });

  it('says that its port is in use and ends with 1', async () => {
    const { child, output } = run({ SITE_PORT: String(backend.port) });
    expect(await withinAMinute(once(child, 'close'))).toEqual([1, null]);
    expect(output()).toContain('its port is in use');
    expect(output()).toContain('SITE_PORT');
  });
});
