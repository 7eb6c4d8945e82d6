import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const FOLDER = join(__dirname, '../generators');

/**
 * Runs a load generator as a process of its own, so that what it costs is not measured with the product.
 * Resolves to the object that it prints; `Result` is the caller's word for its fields.
 * @throws with what it printed when it fails
 */
export async function generate<Result extends object>(
  name: 'slow-clients' | 'keep-alive-clients' | 'flood' | 'limiter-memory' | 'new-connections',
  plan: object,
): Promise<Result> {
  const child = spawn(process.execPath, [join(FOLDER, `${name}.mjs`)], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(JSON.stringify(plan));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [printed, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${printed}${complaints}`);
  return JSON.parse(printed) as Result; // the edge: our own generator's words
}
