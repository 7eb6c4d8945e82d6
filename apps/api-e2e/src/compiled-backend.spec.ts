import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const BUNDLE = join(__dirname, '../../api/dist/bundle');
const run = promisify(execFile);

/** What a Node with these flags says of the backend it has loaded. */
async function load(...flags: readonly string[]): Promise<string> {
  const script = `
    const { load, script } = await import('./load.js');
    const { serve } = await load('start');
    console.log(typeof serve, script.cachedDataRejected);`;
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '-e', script], {
    cwd: BUNDLE,
  });
  return stdout.trim();
}

describe('what V8 made of the backend when it was built', () => {
  it('is taken by the Node that built it', async () => {
    expect(await load()).toBe('function false');
  });

  // V8 takes it only from the same version with the same flags: other flags stand for another version.
  it('is left alone by another Node, which loads the backend all the same', async () => {
    expect(await load('--no-opt')).toBe('function true');
  });
});
