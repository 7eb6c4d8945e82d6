import { freePort } from '@sitedesk/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../launcher/prepare.mjs';
import { listen } from '../testing/ports.js';

/** Stands in for the backend: speaks the launcher's protocol and answers with what it was given. */
const STAND_IN = `
import { createServer } from 'node:http';
if (process.env.BACKEND_FAILS) { process.stderr.write('One clear sentence.\\n'); process.exit(7); }
const { DEMONSTRATION, DEMO_MAIL_URL, SITE_PORT, OWN_MAIL, BACKEND_DIES } = process.env;
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ DEMONSTRATION, DEMO_MAIL_URL, SITE_PORT }));
  if (BACKEND_DIES) process.exit(9);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({
  type: 'ready', url: 'http://localhost:' + server.address().port,
  siteUrl: SITE_PORT === '0' ? undefined : 'http://localhost:' + SITE_PORT,
  demonstration: DEMONSTRATION === '1' && !OWN_MAIL, generated: ['A key was made.'],
}));
process.on('SIGTERM', () => { process.stdout.write('stand-in stopped\\n'); process.exit(0); });
process.on('disconnect', () => process.exit(0));
`;
const LAST_LINE = 'Press Ctrl+C to stop everything';

interface Started {
  /** Of the backend. */
  readonly base: string;
  readonly sitePort: string;
  readonly mail: string;
  /** Waits until the screen is complete. */
  readonly screen: Promise<string>;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly signal: (name: NodeJS.Signals) => void;
}

describe('npm start', () => {
  let folder: string;
  const running: Started[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sitedesk-start-'));
    writeFileSync(join(folder, 'backend.mjs'), STAND_IN);
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.signal('SIGTERM');
      await one.ended;
    }
    rmSync(folder, { recursive: true });
  });

  const start = async (variables: Readonly<Record<string, string>> = {}): Promise<Started> => {
    const [PORT = '', SITE_PORT = '', MAIL_PORT = ''] = [
      await freePort(),
      await freePort(),
      await freePort(),
    ].map(String);
    const ports = { PORT, SITE_PORT, MAIL_PORT };
    const clean = {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, 'data'),
      CONFIG_FILE: join(folder, 'none.json'),
    };
    const env = { ...clean, SITEDESK_API_MAIN: join(folder, 'backend.mjs'), ...ports, ...variables };
    const child = spawn(process.execPath, [join(ROOT, 'tools/start.mjs'), '--no-build'], {
      env,
      stdio: 'pipe',
    });
    let output = '';
    const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
    const screen = new Promise<string>((resolve, reject) => {
      const collect = (chunk: Buffer): void => {
        output += chunk.toString();
        if (output.includes(LAST_LINE)) resolve(output);
      };
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
    });
    screen.catch(() => undefined); // anyone who wants the screen awaits it
    const started = {
      base: `http://127.0.0.1:${env.PORT}`,
      sitePort: env.SITE_PORT,
      mail: `http://127.0.0.1:${env.MAIL_PORT}`,
      screen,
      output: () => output,
      ended,
      signal: (name: NodeJS.Signals) => void child.kill(name),
    };
    running.push(started);
    return started;
  };

  it('is a demonstration with nothing configured: a backend that emails into the mail catcher', async () => {
    const started = await start();
    const screen = await started.screen;
    for (const text of ['a demonstration', 'Public site', 'Mail catcher', 'A key was made.'])
      expect(screen).toContain(text);
    expect(screen).toContain(started.mail.replace('127.0.0.1', 'localhost'));
    expect(await (await fetch(started.mail)).text()).toContain(
      `http://localhost:${started.sitePort}/contact`,
    );
    expect(await (await fetch(started.base)).json()).toEqual({
      DEMONSTRATION: '1',
      DEMO_MAIL_URL: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+\?requireTLS=false$/),
      SITE_PORT: started.sitePort,
    });
  });

  it.each([
    ['the environment', { NODE_ENV: 'production', DEMONSTRATION: '1', DEMO_MAIL_URL: 'smtp://127.0.0.1:1' }],
    ['a mail provider in the database', { OWN_MAIL: '1' }],
  ])('has no mail catcher when something real is configured by %s', async (_, variables) => {
    const started = await start(variables);
    const screen = await started.screen;
    expect(screen).toContain(`http://localhost:${started.sitePort}`);
    expect(screen).not.toMatch(/demonstration|catcher/i);
    const given = await (await fetch(started.base)).json();
    if ('NODE_ENV' in variables) expect(given).toEqual({ SITE_PORT: started.sitePort });
    await expect(fetch(started.mail)).rejects.toThrow();
  });

  it('has no public site with SITE_PORT=0', async () => {
    const started = await start({ SITE_PORT: '0', NODE_ENV: 'production' });
    expect(await started.screen).toMatch(/Public site +off/);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'stops everything on %s and ends with 0',
    async (name) => {
      const started = await start();
      await started.screen;
      started.signal(name);
      await expect(started.ended).resolves.toBe(0);
      expect(started.output()).toContain('stand-in stopped');
      for (const url of [started.base, started.mail]) await expect(fetch(url)).rejects.toThrow();
    },
  );

  it("ends with the backend's sentence and code when it cannot start", async () => {
    const started = await start({ BACKEND_FAILS: '1' });
    await expect(started.ended).resolves.toBe(7);
    expect(started.output()).toBe('One clear sentence.\n');
  });

  it('stops the rest when the backend dies later', async () => {
    const started = await start({ BACKEND_DIES: '1' });
    await started.screen;
    await fetch(started.base);
    await expect(started.ended).resolves.toBe(9);
    await expect(fetch(started.mail)).rejects.toThrow();
  });

  it('names a busy port in one sentence before anything starts', async () => {
    const occupant = createServer();
    const port = await listen(occupant);
    const started = await start({ MAIL_PORT: String(port) });
    await expect(started.ended).resolves.toBe(1);
    expect(started.output().trim()).toMatch(new RegExp(`^Port ${port} is in use\\. [^\\n]+$`));
    occupant.close();
  });
});
