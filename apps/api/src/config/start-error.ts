import { ValidationProblem } from '../common/problem.js';
import { EnvError } from './env.js';

/** One clear sentence for whoever started the process, whatever kept it from starting. */
export function explainStartError(error: unknown): string {
  if (error instanceof EnvError)
    return `The environment has values that cannot be used:\n${bullets(error.problems)}`;
  if (error instanceof ValidationProblem)
    return `${error.message}\n${bullets(error.errors.map(({ field, message }) => `${field}: ${message}`))}`;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    return `Port ${portOf(error)} is in use. Stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES')
    return `No permission: ${error.message}. Use a port above 1024, or a folder you may write to.`;
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT'].includes(code)) {
    return `The database at DATABASE_URL cannot be reached (${code}). Start it, or correct the address.`;
  }
  if (['28P01', '28000', '3D000'].includes(code))
    return `The database refused the connection: ${error.message}.`;
  return `${error.message}`;
}

const bullets = (problems: readonly string[]): string =>
  problems.map((problem) => `  - ${problem}`).join('\n');

const portOf = (error: Error): string => ('port' in error ? String(error.port) : '?');
