import { createNodeListener } from '@sitedesk/edge-proxy';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createDemoServer } from './demo/demo-server.js';
import { startMailCatcher } from './demo/mail-catcher.js';
import { MailStore } from './demo/mail-store.js';

const KEPT_MAILS = 200;
const DEFAULT_SITE_PORT = '3001';

/**
 * The demonstration's process, started by `npm start`. It catches mail from the beginning, tells on which port, and shows the
 * site once the backend in front of which it stands is known. It ends when it is told to, or when its parent is gone;
 * Ctrl-C reaches it too early (the backend may still have an email to hand over), so it waits for its parent's word.
 */
async function main(): Promise<void> {
  const folder = join(resolve(process.env['DATA_DIR']?.trim() || './data'), 'demo-mail');
  const store = await MailStore.open({ folder, capacity: KEPT_MAILS });
  const catcher = await startMailCatcher(store);
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  process.on('SIGTERM', () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
  process.on('message', (message) => {
    if (isServe(message)) void serve(store, message.backendUrl); // a failure ends the process, see below
  });
  process.send?.({ type: 'catcher', port: catcher.port });
}

async function serve(store: MailStore, backendUrl: string): Promise<void> {
  const port = Number(process.env['SITE_PORT']?.trim() || DEFAULT_SITE_PORT);
  if (port !== 0) {
    const contact = createNodeListener({ backendUrl, edgeSecret: process.env['EDGE_SECRET'] });
    const server = await createDemoServer({ store, contact, admin: `${backendUrl}/admin/` });
    server.listen(port, process.env['HOST']?.trim() || '127.0.0.1');
    await once(server, 'listening');
  }
  process.send?.({ type: 'ready', port, folder: store.folder });
}

function isServe(message: unknown): message is { readonly backendUrl: string } {
  if (typeof message !== 'object' || message === null || !('backendUrl' in message)) return false;
  return typeof message.backendUrl === 'string';
}

function explain(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe demonstration cannot start: ${reason}.\n`);
  process.exit(1);
}

process.on('unhandledRejection', explain);
await main();
