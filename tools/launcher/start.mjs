import { mayBeDemonstration, readEnvironment, text } from './environment.mjs';
import { readPorts, requireFree } from './ports.mjs';
import { prepare, ROOT } from './prepare.mjs';
import { ProcessEnded, ProcessGroup } from './processes.mjs';
import { renderScreen } from './screen.mjs';
import { stopSignal } from './stop-signal.mjs';
import { readArguments } from './terminal.mjs';
import { startStack } from './stack.mjs';

/** How long an ended process waits for the signal that may have ended it: Ctrl-C reaches the children as well as us. */
const SIGNAL_GRACE_MS = 200;

/**
 * `npm start`: runs everything until it is told to stop.
 * @param {readonly string[]} args `--no-build`: use what is installed and built
 * @returns {Promise<number>} exit code
 */
export async function start(args) {
  const { values: options } = readArguments('npm start [-- --no-build]', args, {
    options: { 'no-build': { type: 'boolean' } },
  });
  const env = quietOnTerminal(readEnvironment(ROOT, process.env));
  const ports = readPorts(env);
  await requireFree(ports, mayBeDemonstration(ROOT, env));
  if (!options['no-build']) await prepare();

  const group = new ProcessGroup();
  const stopped = stopSignal();
  const running = startStack(group, { root: ROOT, env, ports }).then((result) => {
    if (!stopped.isSet) process.stdout.write(renderScreen(result, env));
  });
  const broken = Promise.race([group.unexpectedEnd, running.then(() => group.unexpectedEnd)]).catch(endingOf);
  const ending = await Promise.race([
    stopped.promise,
    broken.then((one) => afterGrace(one, stopped.promise)),
  ]);
  await group.stop();
  return ending === undefined ? 0 : ending.code || 1;
}

/**
 * @param {import('./processes.mjs').Ending} ending
 * @param {Promise<undefined>} stopped
 */
async function afterGrace(ending, stopped) {
  const grace = new Promise((/** @type {(ending: import('./processes.mjs').Ending) => void} */ resolve) =>
    setTimeout(() => resolve(ending), SIGNAL_GRACE_MS),
  );
  return Promise.race([stopped, grace]);
}

/** @param {unknown} error */
function endingOf(error) {
  if (error instanceof ProcessEnded) return { name: error.message, code: error.exitCode };
  throw error;
}

/**
 * In a demonstration someone looks at the screen; log lines would push the addresses off it.
 * @param {Record<string, string | undefined>} env
 */
function quietOnTerminal(env) {
  if (!process.stdout.isTTY || text(env, 'LOG_LEVEL') || !mayBeDemonstration(ROOT, env)) return env;
  return { ...env, LOG_LEVEL: 'warn' };
}
