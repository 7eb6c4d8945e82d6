import { parseArgs } from 'node:util';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 90;

/** Something the person at the terminal can put right. The message is one sentence; `details` is shown above it. */
export class Problem extends Error {
  /**
   * @param {string} sentence
   * @param {string} [details] output of a program that failed
   */
  constructor(sentence, details = '') {
    super(sentence);
    this.name = 'Problem';
    this.details = details;
  }
}

/**
 * Runs a command's body. A {@link Problem} becomes one sentence and exit code 1; a returned number is the exit code.
 * @param {() => Promise<number | void>} body
 */
export async function runCommand(body) {
  // A terminal that was closed must not end us before the processes we started are stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.details) process.stderr.write(`\n${error.details.trimEnd()}\n`);
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * What stands behind the name of a command; a {@link Problem} for anything that it doesn't take.
 * @template {import('node:util').ParseArgsConfig} Config
 * @param {string} usage
 * @param {readonly string[]} args
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function readArguments(usage, args, config) {
  try {
    const read = parseArgs({ ...config, args: [...args], strict: true });
    return /** @type {ReturnType<typeof parseArgs<Config>>} */ (/** @type {unknown} */ (read));
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`);
  }
}

/**
 * Shows that something is going on: a line that moves on a terminal, two plain lines elsewhere. Writes to standard error, so
 * that a command's own output stays clean.
 * @template T
 * @param {{ doing: string, done: string }} label such as `Installing packages` and `Packages installed`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress({ doing, done }, work) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  if (!process.stderr.isTTY) {
    process.stderr.write(`${doing} ...\n`);
    const result = await work();
    process.stderr.write(`${done} (${seconds()} s).\n`);
    return result;
  }
  let frame = 0;
  const draw = () =>
    process.stderr.write(`\r\x1b[2K${FRAMES[frame++ % FRAMES.length]} ${doing}  ${seconds()} s`);
  draw();
  const timer = setInterval(draw, FRAME_MS);
  try {
    const result = await work();
    process.stderr.write(`\r\x1b[2K✓ ${done} (${seconds()} s)\n`);
    return result;
  } catch (error) {
    process.stderr.write('\r\x1b[2K');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
