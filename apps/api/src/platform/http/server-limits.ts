/** Of every server of this process. Milliseconds against slow clients. */
export const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const;

export const MAX_CONNECTIONS = 20_000;

/**
 * Connections that wait to be accepted; the system may allow fewer. With Node's 511, a second of new connections from an attacker is
 * enough for the system to reset those of everyone else.
 */
export const BACKLOG = 4_096;
