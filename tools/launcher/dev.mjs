import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hashOfOutput, hashOfProject } from './build.mjs';
import { mayBeDemonstration, readEnvironment } from './environment.mjs';
import { readPorts, requireFree } from './ports.mjs';
import { prepare, ROOT } from './prepare.mjs';
import { ProcessGroup } from './processes.mjs';
import { renderScreen } from './screen.mjs';
import { startStack } from './stack.mjs';
import { runQuietly } from './run-quietly.mjs';
import { stopSignal } from './stop-signal.mjs';
import { Problem } from './terminal.mjs';

const PROJECTS = ['apps/api', 'apps/edge-proxy', 'tools'].map((folder) => `${folder}/tsconfig.app.json`);
/** Its browser side is bundled after the compiler. */
const CLIENT = 'libs/site-contact';
/** What the compiler says when it has finished a round. */
const ROUND_ENDED = 'Watching for file changes';

/**
 * `npm run dev`: like `npm start`, with the compiler watching. After each change that compiles everything is started again.
 * @returns {Promise<number>} exit code
 */
export async function dev() {
  const env = readEnvironment(ROOT, process.env);
  const ports = readPorts(env);
  await requireFree(ports, mayBeDemonstration(ROOT, env));
  await prepare();
  const stopped = stopSignal();
  const stack = new RestartingStack(env, ports);
  await stack.restart();
  const compiler = watchSources(() => stack.restartWhenChanged());
  await stopped.promise;
  compiler.kill();
  await stack.stop();
  return 0;
}

/** What runs, replaced as a whole. One change at a time; changes in the meantime make one more round. */
class RestartingStack {
  #group = new ProcessGroup();
  #output = '';
  #client = hashOfProject(ROOT, CLIENT);
  #stopping = false;
  /** @type {Promise<void>} */
  #queue = Promise.resolve();

  /**
   * @param {Record<string, string | undefined>} env
   * @param {import('./ports.mjs').Ports} ports
   */
  constructor(env, ports) {
    this.env = env;
    this.ports = ports;
  }

  restartWhenChanged() {
    this.#queue = this.#queue.then(async () => {
      await this.#bundleClient();
      if (!this.#stopping && hashOfOutput(ROOT) !== this.#output) await this.restart();
    });
  }

  async #bundleClient() {
    const client = hashOfProject(ROOT, CLIENT);
    if (client === this.#client) return;
    this.#client = client;
    const options = {
      cwd: join(ROOT, CLIENT),
      env: process.env,
      failure: 'Bundling the client script failed.',
    };
    await runQuietly(process.execPath, ['build-client.mjs'], options).catch(showProblem);
  }

  async restart() {
    await this.#group.stop();
    this.#group = new ProcessGroup();
    this.#output = hashOfOutput(ROOT);
    try {
      const running = await startStack(this.#group, { root: ROOT, env: this.env, ports: this.ports });
      if (!this.#stopping) process.stdout.write(renderScreen(running, this.env));
    } catch {
      await this.#group.stop();
      if (!this.#stopping) process.stdout.write('\n  Waiting for a change that fixes it.\n\n');
    }
  }

  async stop() {
    this.#stopping = true;
    await this.#group.stop();
    await this.#queue;
  }
}

/**
 * Runs the compiler in watch mode; its messages go to the terminal.
 * @param {() => void} onRound after each round, with or without errors
 */
function watchSources(onRound) {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '--build', '--watch', '--preserveWatchOutput', ...PROJECTS];
  const compiler = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    if (line.trim()) process.stdout.write(`${line}\n`);
    if (line.includes(ROUND_ENDED)) onRound();
  });
  return compiler;
}

/** @param {unknown} error */
function showProblem(error) {
  if (!(error instanceof Problem)) throw error;
  process.stdout.write(`${error.details}\n${error.message}\n`);
}
