import type { runCommand } from '../faults/support/command.js';
import { apiEnvironment, edgeEnvironment, type ProcessEnv, type Running } from './processes.js';

type CommandName = Parameters<typeof runCommand>[0];

/** The process beside a Jest worker that runs backends: tools/testing/backend-environment.mjs. */
interface BackendHost {
  start(env: ProcessEnv): Promise<Omit<Running, 'url'>>;
  startEdge(env: ProcessEnv): Promise<Omit<Running, 'url'>>;
  command(name: CommandName, args: readonly string[], env: ProcessEnv): Promise<string>;
  setUp(name: CommandName, args: readonly string[], env: ProcessEnv): Promise<string>;
  faultsOf(databaseUrl: string, texts: readonly string[]): Promise<readonly string[]>;
}

declare global {
  var sitedeskBackends: BackendHost | undefined;
}

/** Starts a backend on a database. */
export type StartApi<Api extends Running> = (databaseUrl: string, env: ProcessEnv) => Promise<Api>;

/** A backend on a free port, in the process that runs all backends of this Jest worker: a start costs a fraction there. */
export async function openApi(databaseUrl: string, env: ProcessEnv = {}): Promise<Running> {
  const started = await backendHost().start(apiEnvironment(databaseUrl, env));
  return { ...started, url: `http://127.0.0.1:${started.port}` };
}

/** The edge proxy's Node adapter in front of a backend, in the process of the backends. */
export async function openEdge(backendUrl: string, env: ProcessEnv = {}): Promise<Running> {
  const started = await backendHost().startEdge(edgeEnvironment(backendUrl, env));
  return { ...started, url: `http://127.0.0.1:${started.port}` };
}

/**
 * As {@link runCommand}, in the process of the backends, where a call costs a fraction: for what a test needs and is not about,
 * and for the many calls of a command that another test starts as a process.
 */
export function runSetupCommand(
  name: CommandName,
  args: readonly string[],
  databaseUrl: string,
  env: ProcessEnv = {},
): Promise<string> {
  return backendHost().command(name, args, apiEnvironment(databaseUrl, env));
}

/**
 * As {@link runSetupCommand}, but with the services and the environment of a backend that is running on that database, if there is
 * one: starting an application of its own is most of what a command costs.
 */
export function setUp(
  name: 'admin' | 'setting' | 'tenant',
  args: readonly string[],
  databaseUrl: string,
  env: ProcessEnv = {},
): Promise<string> {
  return backendHost().setUp(name, args, apiEnvironment(databaseUrl, env));
}

/** What the check that all statements of backends in tests undergo says of these: one line for each that isn't about one site. */
export async function faultsOf(databaseUrl: string, texts: readonly string[]): Promise<readonly string[]> {
  const faults = await backendHost().faultsOf(databaseUrl, texts);
  return faults.map((fault) => fault.split('\n', 1)[0] ?? '');
}

function backendHost(): BackendHost {
  if (!globalThis.sitedeskBackends)
    throw new Error('Backends need tools/testing/backend-environment.mjs as testEnvironment.');
  return globalThis.sitedeskBackends;
}
