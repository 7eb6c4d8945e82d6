/* eslint-disable no-console -- a program of its own: its operator reads the terminal */
import type { Server } from 'node:http';
import { readEnv } from './env.js';
import { startServer, stopServer } from './server.js';
import { EdgeSettingsError } from './settings.js';
import { unavailableLog } from './unavailable-log.js';

/** The standalone proxy. Settings come from the environment; docs/edge-proxy.md lists them. */
async function main(): Promise<void> {
  const settings = readEnv(process.env);
  const onUnavailable = unavailableLog((line) => console.log(line));
  const server = await startServer({ ...settings, onUnavailable });
  const stop = stopOnce(server);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Started by another program: tell it that we are ready, and never outlive it.
  process.on('disconnect', stop);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  console.log(
    `The edge proxy is listening on http://${settings.host}:${port} in front of ${settings.backendUrl}`,
  );
  process.send?.({ type: 'ready', port });
}

function stopOnce(server: Server): () => void {
  let stopping: Promise<void> | undefined;
  return () => {
    // The backend's kept connections would hold the process for a while; there is nothing left to wait for.
    stopping ??= stopServer(server).then(() => process.exit(0));
  };
}

function sentence(error: unknown): string {
  if (error instanceof EdgeSettingsError) return `The edge proxy can’t start:\n${error.message}`;
  if (!(error instanceof Error)) return `The edge proxy can’t start: ${String(error)}`;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `The edge proxy can’t start: its port is in use (${error.message}). Set SITE_PORT to a free one.`;
  }
  return `The edge proxy can’t start: ${error.message}`;
}

main().catch((error: unknown) => {
  console.error(sentence(error));
  process.exit(1);
});
