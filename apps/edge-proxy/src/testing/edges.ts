import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { createNodeListener } from '../node.js';
import { readEdgeSettings, type EdgeSettingsSource } from '../settings.js';
import { listen } from './backend.js';

/** The proxy on one of its platforms, on a real socket. */
export interface RunningEdge {
  readonly port: number;
  stop(): Promise<void>;
}

export interface EdgePlatform {
  readonly platform: 'Node' | 'Workers';
  start(settings: EdgeSettingsSource): Promise<RunningEdge>;
}

const PROJECT = join(__dirname, '..', '..');

/** The same behaviour is expected of each. */
export const EDGE_PLATFORMS: readonly EdgePlatform[] = [
  { platform: 'Node', start: startOnNode },
  { platform: 'Workers', start: startInWorkerd },
];

async function startOnNode(source: EdgeSettingsSource): Promise<RunningEdge> {
  const server = createServer(createNodeListener(readEdgeSettings(source)));
  const port = await listen(server);
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The bundle that the build makes, in the Workers runtime. */
async function startInWorkerd(bindings: EdgeSettingsSource): Promise<RunningEdge> {
  const runtime = new Miniflare({
    modules: true,
    script: readFileSync(workerBundle(), 'utf8'),
    compatibilityDate: compatibilityDate(),
    bindings: { ...bindings },
    host: '127.0.0.1',
    port: 0,
    cf: false,
    logRequests: false,
    handleRuntimeStdio: () => undefined,
  });
  const url = await runtime.ready;
  return { port: Number(url.port), stop: () => runtime.dispose() };
}

let bundle: string | undefined;

/** Path of the Worker's bundle, made once a test run. */
export function workerBundle(): string {
  bundle ??= bundled('worker.js');
  return bundle;
}

function bundled(name: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'edge-proxy-')), name);
  execFileSync(process.execPath, [join(PROJECT, 'bundle-worker.mjs'), file]);
  return file;
}

/** As the deployable example says. */
function compatibilityDate(): string {
  const example = readFileSync(join(PROJECT, 'wrangler.example.toml'), 'utf8');
  return /^compatibility_date = "([\d-]+)"$/m.exec(example)?.[1] ?? '';
}
