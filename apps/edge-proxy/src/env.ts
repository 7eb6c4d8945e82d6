import { readFileSync } from 'node:fs';
import { EdgeSettingsError, readEdgeSettings, type EdgeSettings } from './settings.js';

/** Settings of the standalone server. */
export interface EdgeServerSettings extends EdgeSettings {
  readonly port: number;
  readonly host: string;
}

const DEFAULT_PORT = 3001;
const DEFAULT_HOST = '127.0.0.1';
const MAX_PORT = 65_535;

/**
 * The only reader of the environment: `SITE_PORT`, `HOST`, `BACKEND_URL`, `ZONE`, `EDGE_SECRET` (or `EDGE_SECRET_FILE`,
 * the path of a file that holds it) and `EDGE_TIMEOUT_MS`.
 * @throws EdgeSettingsError with every wrong value
 */
export function readEnv(env: NodeJS.ProcessEnv): EdgeServerSettings {
  const port = env.SITE_PORT ? Number(env.SITE_PORT) : DEFAULT_PORT;
  const problems: string[] = [];
  const secret = { EDGE_SECRET: env.EDGE_SECRET };
  try {
    if (env.EDGE_SECRET_FILE) secret.EDGE_SECRET = readFileSync(env.EDGE_SECRET_FILE, 'utf8').trim();
  } catch {
    problems.push(`Can’t read EDGE_SECRET_FILE: ${env.EDGE_SECRET_FILE}`);
  }
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    problems.push(`SITE_PORT must be a number from 0 to ${MAX_PORT}: ${env.SITE_PORT}`);
  }
  try {
    const settings = readEdgeSettings(
      { ...env, ...secret, TIMEOUT_MS: env.EDGE_TIMEOUT_MS },
      'EDGE_TIMEOUT_MS',
    );
    if (problems.length === 0) return { ...settings, port, host: env.HOST || DEFAULT_HOST };
  } catch (error) {
    if (!(error instanceof EdgeSettingsError)) throw error;
    problems.push(error.message);
  }
  throw new EdgeSettingsError(problems);
}
