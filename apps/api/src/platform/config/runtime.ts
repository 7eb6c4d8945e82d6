import type { KeyRing } from '../crypto/key-ring.js';
import type { Features } from '../core/features.js';
import type { Env } from './env.js';

/** Injection token of {@link Runtime}. */
export const RUNTIME = Symbol('Runtime');

/** What start-up found out before the application was put together. */
export interface Runtime {
  readonly env: Env;
  readonly features: Features;
  readonly databaseUrl: string;
  readonly keyRing: KeyRing;
  /** Values of `sitedesk.config.json`, keyed by `group/name` in lower case. */
  readonly fileSettings: ReadonlyMap<string, string>;
}
