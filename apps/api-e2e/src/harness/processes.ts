import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');
const READY_MS = 300_000;
const STOP_MS = 120_000;

/** A part of the product that serves. */
export interface Running {
  readonly url: string;
  readonly port: number;
  /** Everything it printed so far. */
  output(): string;
  /** Tells it to stop, and waits for the end. Resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** A part of the product running as its own process, as it does in production. */
export interface RunningProcess extends Running {
  readonly pid: number;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

/** A key ring for tests: the same in every process of a run. */
export const TEST_MASTER_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`;

/** Made by those that upload something, who remove it. */
export const TEST_DATA_DIR = join(tmpdir(), `sitedesk-data-${randomUUID()}`);

/** Shared by the edge proxy and the backend of a run. */
export const TEST_EDGE_SECRET = randomBytes(24).toString('hex');

export type ProcessEnv = Readonly<Record<string, string>>;

/**
 * What a backend on a database that is up needs. Unless told otherwise: production policies, no email provider, and the
 * strangers' stand-ins on this machine may be reached (S-06).
 */
export const apiEnvironment = (databaseUrl: string, env: ProcessEnv): ProcessEnv => ({
  HOST: '127.0.0.1',
  DATABASE_URL: databaseUrl,
  MASTER_KEYS: TEST_MASTER_KEYS,
  DATA_DIR: TEST_DATA_DIR,
  EDGE_SECRET: TEST_EDGE_SECRET,
  PORT: '0',
  SITE_PORT: '0',
  NODE_ENV: 'test',
  OUTBOUND_ALLOW: '127.0.0.1/32',
  // A busy machine is no database that is away: requests wait, and limits are counted together.
  DATABASE_WAIT_MS: '60000',
  RATE_LIMIT_PATIENCE_MS: '60000',
  // Enough for requests to be in each other's way. Opening a connection takes 20 ms of processor time.
  DATABASE_POOL_SIZE: '3',
  // Nobody balances load over these.
  STOP_NOTICE_MS: '0',
  CONFIG_FILE: '/nonexistent/sitedesk.config.json',
  ...env,
});

/** What starts the backend. */
export const API_SCRIPT = join(ROOT, 'apps/api/dist/bundle/main.js');

/** The backend as its own process, for tests that kill it, measure it or run several; on a free port. */
export function startApi(databaseUrl: string, env: ProcessEnv = {}): Promise<RunningProcess> {
  return startCommand([process.execPath, API_SCRIPT], apiEnvironment(databaseUrl, env));
}

/** What an edge proxy in front of a backend needs. */
export const edgeEnvironment = (backendUrl: string, env: ProcessEnv): ProcessEnv => ({
  HOST: '127.0.0.1',
  SITE_PORT: '0',
  BACKEND_URL: backendUrl,
  EDGE_SECRET: TEST_EDGE_SECRET,
  ...env,
});

/** The edge proxy's Node adapter as its own process. */
export function startEdge(backendUrl: string, env: ProcessEnv = {}): Promise<RunningProcess> {
  return startProcess('apps/edge-proxy/dist/main.js', edgeEnvironment(backendUrl, env));
}

/** Starts a script of the workspace and waits for its `ready` message. Rejects with what it printed when it ends before. */
export const startProcess = (script: string, env: ProcessEnv): Promise<RunningProcess> =>
  startCommand([process.execPath, join(ROOT, script)], env);

/** The same for a program that runs one. */
export async function startCommand(
  [program = '', ...args]: readonly string[],
  env: ProcessEnv,
): Promise<RunningProcess> {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const output = (): string => printed.join('');
  const port = await readyPort(child, output);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    output,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}

async function readyPort(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The process was not ready in time. It printed:\n${output()}`));
    }, READY_MS);
    child.on('message', (message: unknown) => {
      const port = portIn(message);
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(port);
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The process ended with ${code} before it was ready. It printed:\n${output()}`));
    });
  });
}

function portIn(message: unknown): number | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'ready')
    return undefined;
  if ('port' in message) return Number(message.port);
  return 'url' in message ? Number(new URL(String(message.url)).port) : undefined;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
  return child.exitCode;
}
