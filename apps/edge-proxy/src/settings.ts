import type { EdgeOptions } from './edge-options.js';

/** What an operator sets; the rest of {@link EdgeOptions} is passed by the adapter with each request. */
export type EdgeSettings = Pick<
  EdgeOptions,
  'backendUrl' | 'zone' | 'edgeSecret' | 'timeoutMs' | 'onUnavailable'
>;

/** The settings as text, from bindings (Workers) or the environment (Node). Empty is the same as missing. */
export interface EdgeSettingsSource {
  readonly BACKEND_URL?: string;
  readonly ZONE?: string;
  readonly EDGE_SECRET?: string;
  /** Milliseconds. */
  readonly TIMEOUT_MS?: string;
}

/** Lists everything that is wrong with the settings, one problem a line, for the operator. */
export class EdgeSettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'EdgeSettingsError';
  }
}

const TIMEOUT_BOUNDS = { min: 1, max: 300_000 } as const;
/** What a header can carry, without spaces. */
const SECRET = /^[\x21-\x7e]+$/;
const DOMAIN = /^(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$|^\[[0-9a-f:.]+\]$/;

/** @throws EdgeSettingsError */
export function readEdgeSettings(source: EdgeSettingsSource, timeoutName = 'TIMEOUT_MS'): EdgeSettings {
  const zone = source.ZONE ? canonicalZone(source.ZONE) : undefined;
  const timeoutMs = source.TIMEOUT_MS ? Number(source.TIMEOUT_MS) : undefined;
  const edgeSecret = source.EDGE_SECRET ? source.EDGE_SECRET : undefined;
  const problems = [
    backendProblem(source.BACKEND_URL),
    zone === '' && `ZONE must be a domain such as example.com, without scheme, port and path: ${source.ZONE}`,
    edgeSecret !== undefined &&
      !SECRET.test(edgeSecret) &&
      'EDGE_SECRET must be printable ASCII without spaces.',
    timeoutMs !== undefined &&
      !isTimeout(timeoutMs) &&
      `${timeoutName} must be milliseconds from ${TIMEOUT_BOUNDS.min} to ${TIMEOUT_BOUNDS.max}: ${source.TIMEOUT_MS}`,
  ].filter((problem) => typeof problem === 'string');
  if (problems.length > 0) throw new EdgeSettingsError(problems);
  return { backendUrl: source.BACKEND_URL ?? '', zone, edgeSecret, timeoutMs };
}

const isTimeout = (value: number): boolean =>
  Number.isInteger(value) && value >= TIMEOUT_BOUNDS.min && value <= TIMEOUT_BOUNDS.max;

function backendProblem(value: string | undefined): string | undefined {
  if (!value)
    return 'BACKEND_URL is missing. Set it to the URL of the editor backend, such as https://editor.example.com.';
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && isPlainOrigin(url)) return undefined;
  return 'BACKEND_URL must be http(s)://host or http(s)://host:port, without path, query and password.';
}

const isPlainOrigin = ({ protocol, pathname, search, hash, username, password }: URL): boolean =>
  /^https?:$/.test(protocol) && pathname === '/' && search + hash + username + password === '';

/** Lower case, punycode, no final dot; empty when it is no domain. */
function canonicalZone(value: string): string {
  const url = `http://${value.trim().replace(/\.$/, '')}`;
  if (/[/:@?#%\\]/.test(value.replace(/^\[[^\]]*\]$/, '')) || !URL.canParse(url)) return '';
  const { hostname } = new URL(url);
  return DOMAIN.test(hostname) ? hostname : '';
}
