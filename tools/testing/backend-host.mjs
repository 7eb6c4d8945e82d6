/**
 * Backends for tests, and edge proxies in front of them, all in this process: loading the product's modules takes most of a start,
 * and happens once here. Each backend has its own application and database. Started by `backend-environment.mjs`, one for each Jest worker; runs
 * what is in `apps/api/dist/bundle` and `apps/edge-proxy/dist`, and ends with its parent.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import passport from 'passport';
import { checkSent, faultsOf, whileMigrating } from './tenant-queries.mjs';

const DIST = join(import.meta.dirname, '../../apps/api/dist/bundle');
const moduleIn = (path) => pathToFileURL(join(DIST, path)).href;
const edgeModule = (name) => import(`../../apps/edge-proxy/dist/${name}`);

process.on('disconnect', () => process.exit());

await import('reflect-metadata');
const { serve, stopBackend } = await import(moduleIn('start.js'));
const { load } = await import(moduleIn('load.js'));
const { readEnv: readEdgeEnv } = await edgeModule('env.js');
const { startServer: startEdge, stopServer: stopEdge } = await edgeModule('server.js');

/**
 * Passport keeps one strategy of a name for the whole process; here each request is for the one of its backend. Found by the
 * server and not by `AsyncLocalStorage`, which makes every promise of every backend slower.
 */
const strategies = new WeakMap();
let strategyClass;
passport.use = (_name, strategy) => {
  strategyClass = strategy.constructor;
};
passport._strategy = () => ({
  authenticate(request) {
    Object.setPrototypeOf(this, strategies.get(request.server.server));
    this.authenticate(request);
  },
});

const backends = new Map();
const edges = new Map();
/** What is wrong with statements of this test file. */
const withoutTenant = [];
let commands = 0;
let lastCommand = Promise.resolve();

const actions = {
  async start({ id, env }) {
    const logTo = { write: (text) => void process.send({ output: { id, text } }) };
    const backend = await whileMigrating(() => serve(env, { logTo }));
    strategies.set(backend.app.getHttpServer(), backend.app.get(strategyClass));
    backends.set(id, { ...backend, databaseUrl: env.DATABASE_URL });
    return { port: Number(new URL(backend.url).port) };
  },

  async stop({ id }) {
    const backend = backends.get(id);
    if (!backend) return 0;
    backends.delete(id);
    withoutTenant.push(...(await checkSent(backend.databaseUrl)));
    return (await stopBackend(backend, 'test')) ? 0 : 1;
  },

  async startEdge({ id, env }) {
    const edge = await startEdge(readEdgeEnv(env));
    edges.set(id, edge);
    return { port: edge.address().port };
  },

  async stopEdge({ id }) {
    const edge = edges.get(id);
    edges.delete(id);
    if (edge) await stopEdge(edge);
    return 0;
  },

  async stopAll() {
    await Promise.all([...edges.keys()].map((id) => actions.stopEdge({ id })));
    await Promise.all([...backends.keys()].map((id) => actions.stop({ id })));
    if (withoutTenant.length > 0) throw new Error(withoutTenant.splice(0).join('\n\n'));
  },

  /** What the check of each test's statements says of these. */
  faultsOf: ({ databaseUrl, texts }) => faultsOf(databaseUrl, texts),

  /** Runs a script of the command line as if this process were its own. Resolves to what it printed. */
  command: ({ name, args, env }) => printedBy(() => runAlone(name, args, env)),

  /** Runs a command with a backend that is running on its database, if there is one: most of its cost is an application of its own. */
  setUp({ name, args, env }) {
    const backend = [...backends.values()].find(({ databaseUrl }) => databaseUrl === env.DATABASE_URL);
    return printedBy(async () => {
      if (backend) await (await load(`cli/${name}`)).runOn(backend.app, args);
      else await runAlone(name, args, env);
    });
  },
};

/** Resolves to what a command prints. One after the other, because a command has the whole process. */
function printedBy(command) {
  lastCommand = lastCommand.catch(() => undefined).then(() => whileMigrating(() => capture(command)));
  return lastCommand;
}

async function capture(command) {
  const { log } = console;
  const { write } = process.stderr;
  const printed = [];
  process.stderr.write = (text) => Boolean(printed.push(String(text)));
  console.log = (...values) => void printed.push(`${format(...values)}\n`);
  try {
    await command();
    return printed.join('');
  } catch (error) {
    throw new Error(`${error.message}\n${printed.join('')}`, { cause: error });
  } finally {
    process.stderr.write = write;
    console.log = log;
  }
}

async function runAlone(name, args, env) {
  const { argv, exit, env: ownEnv } = process;
  process.argv = [argv[0], name, ...args];
  process.env = env;
  process.exit = () => undefined;
  try {
    await import(`${moduleIn(`cli/${name}.js`)}?run=${(commands += 1)}`); // another address: run once more
    if (process.exitCode) throw new Error(`${name} ${args.join(' ')} ended with ${process.exitCode}.`);
  } finally {
    Object.assign(process, { argv, exit, env: ownEnv, exitCode: undefined });
  }
}

process.on('message', async ({ number, action, ...request }) => {
  try {
    process.send({ number, result: await actions[action](request) });
  } catch (error) {
    process.send({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.send({ ready: true });
