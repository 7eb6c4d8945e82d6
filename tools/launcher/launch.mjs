import { requireNode } from './node-version.mjs';

/**
 * Runs a command of package.json with its arguments, once this Node is new enough to load it.
 * @param {() => Promise<(args: readonly string[]) => Promise<number | void> | number>} load
 */
export async function launch(load) {
  requireNode();
  const [{ runCommand }, command] = await Promise.all([import('./terminal.mjs'), load()]);
  await runCommand(async () => command(process.argv.slice(2)));
}
