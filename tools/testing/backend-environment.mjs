import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import NodeEnvironment from './node-environment.mjs';

const require = createRequire(import.meta.url);

/** The process of `backend-host.mjs`, seen from a Jest worker. Starts when the first test needs it. */
class BackendHost {
  #requests = 0;
  #backends = 0;
  #waiting = new Map();
  #outputs = new Map();
  #child;

  /** Starts a backend with this environment. */
  async start(env) {
    const id = (this.#backends += 1);
    const printed = [];
    this.#outputs.set(id, printed);
    try {
      const { port } = await this.#ask('start', { id, env });
      return {
        port,
        output: () => printed.join(''),
        stop: () => this.#ask('stop', { id }),
      };
    } catch (error) {
      throw new Error(`The backend did not start. It printed:\n${printed.join('')}\n${error.message}`, {
        cause: error,
      });
    }
  }

  /** Starts an edge proxy with this environment. */
  async startEdge(env) {
    const id = (this.#backends += 1);
    const { port } = await this.#ask('startEdge', { id, env });
    return { port, output: () => '', stop: () => this.#ask('stopEdge', { id }) };
  }

  /** Runs a command of the command line. Resolves to what it printed. */
  command(name, args, env) {
    return this.#ask('command', { name, args, env });
  }

  /** Runs a command with a backend that is running on its database, if there is one. Resolves to what it printed. */
  setUp(name, args, env) {
    return this.#ask('setUp', { name, args, env });
  }

  /** What the check of each test's statements (`tenant-queries.mjs`) says of these. */
  faultsOf(databaseUrl, texts) {
    return this.#ask('faultsOf', { databaseUrl, texts });
  }

  /** Stops what a test file has left running, and fails when a statement of it has read articles of all sites. */
  async stopAll() {
    if (this.#child) await this.#ask('stopAll', {});
    this.#outputs.clear();
  }

  async #ask(action, request) {
    this.#child ??= this.#launch();
    const child = await this.#child;
    const number = (this.#requests += 1);
    const answer = new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
    child.send({ number, action, ...request });
    return answer;
  }

  async #launch() {
    const script = join(import.meta.dirname, 'backend-host.mjs');
    const env = { PATH: process.env.PATH, NODE_ENV: 'test' };
    const child = fork(script, {
      env,
      execArgv: ['--trace-deprecation'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message) => this.#hear(message));
    child.on('exit', (code, signal) => {
      this.#child = undefined;
      for (const { reject } of this.#waiting.values())
        reject(new Error(`The backends' process ended with ${code ?? signal}.`));
      this.#waiting.clear();
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error('The process of the backends did not start. It says above why.');
    });
    await Promise.race([once(child, 'message'), ended]);
    // Never what keeps a Jest worker from ending; it ends with the worker.
    child.unref();
    child.channel.unref();
    return child;
  }

  #hear({ number, result, error, output }) {
    if (output) return this.#outputs.get(output.id)?.push(output.text);
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (error === undefined) return waiting?.resolve(result);
    waiting?.reject(new Error(error));
  }
}

/** One for each Jest worker: this module is loaded once, outside of what Jest loads again for each test file. */
const host = new BackendHost();

/**
 * Connections to the run's PostgreSQL, for creating and dropping databases. Kept from file to file: opening one takes 20 ms of
 * processor time in a virtual machine.
 */
const testServer = new pg.Pool({
  connectionString: process.env.SITEDESK_TEST_DATABASE_URL,
  idleTimeoutMillis: 0,
  allowExitOnIdle: true,
});
testServer.on('error', () => undefined); // the next query says so

/** Node, and a process beside the worker that runs the backends of all its test files. */
export default class BackendEnvironment extends NodeEnvironment {
  async setup() {
    await super.setup();
    this.global.sitedeskBackends = host;
    Object.defineProperty(this.global, 'sitedeskTestServer', { get: () => testServer });
    // Loading it takes as long as a short test. Outside of Jest's context its calls also need no source maps for their stacks.
    Object.defineProperty(this.global, 'sitedeskPlaywright', { get: () => require('playwright-core') });
  }

  async teardown() {
    await host.stopAll();
    await super.teardown();
  }
}
