import { ProblemException } from '../platform/http/problem.js';
import { explainStartError } from '../platform/startup/start-error.js';

/** Ends the process after a command: with 0, or with 1 after saying why. */
export async function endProcessAfter(command: () => Promise<void>): Promise<never> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${explainStartError(error)}${causeOf(error)}\n`);
    process.exitCode = 1;
  }
  process.exit();
}

/** People who call the product by HTTP aren't told what went wrong behind it; whoever can run a command may know. */
const causeOf = (error: unknown): string =>
  error instanceof ProblemException && error.cause instanceof Error ? `: ${error.cause.message}` : '';
