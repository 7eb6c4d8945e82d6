import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RatePolicyName } from '@sitedesk/contract/rate-policies';
import { extensionPoint, type Features } from '../core/features.js';
import { parseTrustedProxies, type TrustedProxies } from '../http/trusted-proxies.js';
import { configuredPolicies, readRatePolicies, type RatePolicies } from './rate-policies.js';

/** Names the environment can be in. `production` unless set. */
const NODE_ENVS = ['production', 'development', 'test'] as const;
type NodeEnv = (typeof NODE_ENVS)[number];

/** What a process may serve. */
const SERVED = ['editor', 'site'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Looks up a variable, or the file that `NAME_FILE` points to; empty means unset. The system page reports all that are
 * looked up, with their values if they are `shown`; what is `internal` is between the launcher and the server.
 */
export type LookUp = (name: string, kind?: 'shown' | 'internal') => string | undefined;

/**
 * Reads the variables of a feature.
 * @throws Error with a sentence when they are wrong
 */
export type EnvReader<Value = unknown> = (variable: LookUp) => Value;
export const ENVIRONMENT = extensionPoint<EnvReader>('environment');

/** The environment of the process, read once and checked. */
export interface Env {
  readonly nodeEnv: NodeEnv;
  readonly port: number;
  /** Of the public site; 0 where this process doesn't serve it. */
  readonly sitePort: number;
  /** Whether this process serves the administration and its API. Health, metrics and the contact form it always serves. */
  readonly servesEditor: boolean;
  readonly host: string;
  /** Undefined: the server starts its own PostgreSQL below {@link dataDir}. */
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  /** Milliseconds that a caller waits for a free connection before it is refused because the database is not available. */
  readonly databaseWaitMs: number;
  /** Seconds that a server which starts waits for a database that is not up yet. */
  readonly databaseStartSeconds: number;
  /** Milliseconds for which a server that was told to stop still serves, so that load balancers notice. */
  readonly stopNoticeMs: number;
  readonly dataDir: string;
  /** `keyId:base64,...`, the first being the current one; undefined: generated into the data folder. */
  readonly masterKeys: string | undefined;
  readonly tenancy: 'single' | 'multi';
  readonly trustedProxies: TrustedProxies;
  readonly edgeSecret: string | undefined;
  /** Networks that addresses chosen by a tenant may lead to, though they are not public. */
  readonly outboundAllow: TrustedProxies;
  readonly logLevel: LogLevel;
  /** One line for each request. */
  readonly accessLog: boolean;
  readonly metrics: { readonly enabled: boolean; readonly token: string | undefined };
  /** Nothing real is configured. */
  readonly demonstration: boolean;
  readonly ratePolicies: RatePolicies;
  /** Those that the operator has set, with the variable of each. */
  readonly configuredRatePolicies: ReadonlyMap<RatePolicyName, string>;
  /** Where requests are counted: shared by all instances, or by each for itself. */
  readonly rateLimitStore: 'database' | 'memory';
  /** Milliseconds that a request waits for the shared counters before this process counts alone. */
  readonly rateLimitPatienceMs: number;
  readonly jobs: { readonly retryBaseSeconds: number; readonly worker: boolean };
  readonly configFile: string;
  /** `GROUP__NAME` variables, keyed by `group/name` in lower case. */
  readonly settings: ReadonlyMap<string, EnvSetting>;
  /** Every variable that was looked up, except internal ones. Secrets are among them. */
  readonly variables: ReadonlyMap<string, { readonly value: string | undefined; readonly shown: boolean }>;
  /** What a feature reads of it. */
  of<Value>(reader: EnvReader<Value>): Value;
}

/** A setting given by the environment, and the variable that gave it. */
interface EnvSetting {
  readonly value: string;
  readonly variable: string;
}

/** The environment holds values that cannot be used; every problem is listed at once. */
export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'EnvError';
  }
}

/** The embedded server takes 60 connections; commands beside it need some. */
const EMBEDDED_MAX_POOL = 50;

/**
 * Reads and checks the environment; the only place that looks at `process.env`.
 * @param groups of settings; variables named `GROUP__NAME` set them
 * @param check adds what else is wrong, to be reported with the rest
 * @throws EnvError with one sentence per wrong value
 */
export function readEnv(
  source: Readonly<Record<string, string | undefined>>,
  features: Features,
  groups: readonly string[],
  check?: (env: Env, problems: string[]) => void,
): Env {
  const problems: string[] = [];
  const variables = new Map<string, { value: string | undefined; shown: boolean }>();
  const read = fileAwareReader(source, problems);
  const text: LookUp = (name, kind) => {
    const value = read(name);
    if (kind !== 'internal') variables.set(name, { value, shown: kind === 'shown' });
    return value;
  };
  const attempt = <T>(make: () => T, fallback: T): T => {
    try {
      return make();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return fallback;
    }
  };
  const integer = (name: string, fallback: number, min: number, max: number): number =>
    attempt(() => readInteger(name, text(name, 'shown'), fallback, min, max), fallback);
  const choice = <T extends string>(name: string, allowed: readonly T[], fallback: T): T =>
    attempt(() => readChoice(name, text(name, 'shown'), allowed, fallback), fallback);

  const demonstration = text('DEMONSTRATION', 'internal') === '1';
  const port = integer('PORT', 3000, 0, 65535);
  const served = attempt(() => readServed(text('SERVE', 'shown')), SERVED);
  const sitePort = integer('SITE_PORT', 3001, 0, 65535);
  if (served.includes('site') && sitePort !== 0 && sitePort === port)
    problems.push(`SITE_PORT must differ from PORT, which is ${port} too. 0 turns the public site off.`);
  const networks = (name: string): TrustedProxies =>
    attempt(() => parseTrustedProxies(text(name, 'shown') ?? '', name), parseTrustedProxies(''));
  const nodeEnv = choice('NODE_ENV', NODE_ENVS, demonstration ? 'development' : 'production');
  const databaseUrl = attempt(() => readDatabaseUrl(text('DATABASE_URL')), undefined);
  const masterKeys = text('MASTER_KEYS');
  if (databaseUrl && !masterKeys) {
    problems.push(
      "MASTER_KEYS must be set when DATABASE_URL is set. Generate a key with: node -p \"'k1:'+require('crypto').randomBytes(32).toString('base64')\".",
    );
  }
  const parts = new Map(
    features.of(ENVIRONMENT).map((reader) => [reader, attempt(() => reader(text), undefined)]),
  );
  const env: Env = {
    nodeEnv,
    port,
    sitePort: served.includes('site') ? sitePort : 0,
    servesEditor: served.includes('editor'),
    host: text('HOST', 'shown') ?? '127.0.0.1',
    databaseUrl,
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 2, databaseUrl ? 200 : EMBEDDED_MAX_POOL),
    databaseWaitMs: integer('DATABASE_WAIT_MS', 1_000, 100, 60_000),
    databaseStartSeconds: integer('DATABASE_WAIT', 60, 0, 3600),
    // The embedded database serves one process: no other one could take over.
    stopNoticeMs: integer('STOP_NOTICE_MS', databaseUrl ? 5_000 : 0, 0, 60_000),
    dataDir: resolve(text('DATA_DIR', 'shown') ?? './data'),
    masterKeys,
    tenancy: choice('TENANCY', ['single', 'multi'] as const, 'single'),
    trustedProxies: networks('TRUSTED_PROXIES'),
    outboundAllow: networks('OUTBOUND_ALLOW'),
    edgeSecret: attempt(() => readEdgeSecret(text('EDGE_SECRET')), undefined),
    logLevel: choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    accessLog: choice('ACCESS_LOG', ['on', 'off'] as const, 'off') === 'on',
    metrics: {
      enabled: choice('METRICS', ['on', 'off'] as const, 'off') === 'on',
      token: text('METRICS_TOKEN'),
    },
    demonstration,
    ratePolicies: readRatePolicies(nodeEnv === 'development' ? 'development' : 'production', text, problems),
    configuredRatePolicies: configuredPolicies(text),
    // The embedded database serves one process, so its memory is exact.
    rateLimitStore: choice(
      'RATE_LIMIT_STORE',
      ['database', 'memory'] as const,
      databaseUrl ? 'database' : 'memory',
    ),
    rateLimitPatienceMs: integer('RATE_LIMIT_PATIENCE_MS', 250, 10, 60_000),
    jobs: {
      retryBaseSeconds: integer('OUTBOX_RETRY_SECONDS', 30, 1, 3600),
      worker: choice('OUTBOX_WORKER', ['on', 'off'] as const, 'on') === 'on',
    },
    configFile: resolve(text('CONFIG_FILE', 'shown') ?? './sitedesk.config.json'),
    settings: readSettings(source, groups, text),
    variables,
    of: <Value>(reader: EnvReader<Value>) => parts.get(reader) as Value, // what this reader read
  };
  check?.(env, problems);
  if (problems.length > 0) throw new EnvError(problems);
  return env;
}

/** Reads `NAME`, or the file that `NAME_FILE` points to, without its trailing line break. Empty means unset. */
function fileAwareReader(
  source: Readonly<Record<string, string | undefined>>,
  problems: string[],
): (name: string) => string | undefined {
  return (name) => {
    const direct = source[name]?.trim();
    if (direct) return direct;
    const path = source[`${name}_FILE`]?.trim();
    if (!path) return undefined;
    if (!existsSync(path)) {
      problems.push(`${name}_FILE points to ${path}, which does not exist.`);
      return undefined;
    }
    return readFileSync(path, 'utf8').trim() || undefined;
  };
}

function readInteger(
  name: string,
  value: string | undefined,
  fallback: number,
  min: number,
  max: number,
): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, but is "${value}".`);
}

function readChoice<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
  fallback: T,
): T {
  if (value === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (found) return found;
  throw new Error(`${name} must be one of ${allowed.join(', ')}, but is "${value}".`);
}

function readServed(value: string | undefined): readonly (typeof SERVED)[number][] {
  if (value === undefined) return SERVED;
  const words = value.split(',').map((word) => word.trim());
  const served = SERVED.filter((one) => words.includes(one));
  if (words.every((word) => SERVED.some((one) => one === word))) return served;
  throw new Error(`SERVE must be editor, site or editor,site, but is "${value}".`);
}

function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new Error('DATABASE_URL must look like postgres://user:password@host:5432/database.');
}

function readEdgeSecret(value: string | undefined): string | undefined {
  if (value === undefined || value.length >= 16) return value;
  throw new Error('EDGE_SECRET must have at least 16 characters.');
}

function readSettings(
  source: Readonly<Record<string, string | undefined>>,
  groups: readonly string[],
  text: LookUp,
): ReadonlyMap<string, EnvSetting> {
  const prefixes = groups.map((group) => group.toUpperCase());
  const settings = new Map<string, EnvSetting>();
  for (const name of Object.keys(source)) {
    const variable = name.replace(/_FILE$/, '');
    const [group, ...rest] = variable.split('__');
    if (rest.length === 0 || group === undefined || !prefixes.includes(group)) continue;
    const value = text(variable);
    if (value !== undefined) settings.set(`${group}/${rest.join('__')}`.toLowerCase(), { value, variable });
  }
  return settings;
}
