import { explainStartError } from '../platform/startup/start-error.js';

/** Ends the process after a command: with 0, or with 1 after saying why. */
export async function endProcessAfter(command: () => Promise<void>): Promise<never> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${explainStartError(error)}\n`);
    process.exitCode = 1;
  }
  process.exit();
}
