import { isSocketMissing } from '../database/wait-for-database.js';
import { ValidationProblem } from '../http/problem.js';
import { EnvError } from '../config/env.js';

/** One clear sentence about what kept the process from starting. */
export function explainStartError(error: unknown): string {
  if (error instanceof EnvError)
    return `The environment or the configuration file contains invalid values:\n${bullets(error.problems)}`;
  if (error instanceof ValidationProblem)
    return `${error.message}\n${bullets(error.errors.map(({ field, message }) => `${field}: ${message}`))}`;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return `Port ${portOf(error)} is in use. Stop the process that uses it, or set PORT, or SITE_PORT of the public site, to another port.`;
  if (code === 'EACCES')
    return `No permission: ${error.message}. Use a port above 1024, or a folder you may write to.`;
  if (error.name === 'AbortError') return 'Stopped while waiting for the database.';
  if (
    isSocketMissing(error) ||
    ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(code)
  ) {
    return `Can’t reach the database at DATABASE_URL (${code}). Start it, or correct the URL.`;
  }
  if (['28P01', '28000', '3D000'].includes(code))
    return `The database refused the connection: ${error.message}.`;
  return `${error.message}`;
}

const bullets = (problems: readonly string[]): string =>
  problems.map((problem) => `  - ${problem}`).join('\n');

const portOf = (error: Error): string => ('port' in error ? String(error.port) : '?');
