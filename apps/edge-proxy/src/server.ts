import { createServer, type Server } from 'node:http';
import { answerClientError } from './client-errors.js';
import { DEFAULT_TIMEOUT_MS } from './edge-options.js';
import { createNodeListener } from './node.js';
import type { EdgeServerSettings } from './env.js';

/** Milliseconds a slow client has, so that held-open connections cannot use the server up. */
const CLIENT_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
} as const;
/** Milliseconds without an octet in either direction after which a connection is cut; a backend may take as long as it may. */
const IDLE_MS = 15_000;
/** Whether the process runs. What the backend does is for the backend to say. */
const HEALTH_PATH = '/health/live';
/**
 * Connections that wait to be accepted; the system may allow fewer. With Node's 511, a second of new connections from an attacker is
 * enough for the system to reset those of everyone else.
 */
const BACKLOG = 4_096;
/** Milliseconds for requests in progress when the server is told to stop. */
const STOP_WITHIN_MS = 9_000;
const SWEEP_EVERY_MS = 50;

/**
 * Starts the standalone server.
 * @throws the system's error when the port cannot be had
 */
export async function startServer(settings: EdgeServerSettings): Promise<Server> {
  const proxy = createNodeListener(settings);
  const server = createServer(CLIENT_LIMITS, (request, response) => {
    if (request.method !== 'GET' || request.url !== HEALTH_PATH) return proxy(request, response);
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end('{"status":"ok"}');
  });
  server.on('clientError', answerClientError);
  server.timeout = IDLE_MS + (settings.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: settings.port, host: settings.host, backlog: BACKLOG }, resolve);
  });
  return server;
}

/** Stops accepting, lets the requests in progress finish, and cuts off what is left after nine seconds. */
export async function stopServer(server: Server): Promise<void> {
  // A connection that was busy when we stopped accepting becomes idle later.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
  clearTimeout(cutOff);
}
