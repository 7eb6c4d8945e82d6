import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { startMailCatcher } from './demo/mail-catcher.js';
import { createMailServer } from './demo/mail-server.js';
import { MailStore } from './demo/mail-store.js';

const KEPT_MAILS = 200;

/** Where the page of the caught emails leads to. */
interface Serve {
  readonly admin: string;
  readonly site?: string | undefined;
}

/**
 * The demonstration's mail catcher, started by `npm start`. It catches mail from the beginning, tells on which port, and shows it
 * once the backend is known. It ends when it is told to, or when its parent is gone; Ctrl-C reaches it too early (the backend may
 * still have an email to hand over), so it waits for its parent's word.
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
    if (isServe(message)) void serve(store, message); // a failure ends the process, see below
  });
  process.send?.({ type: 'catcher', port: catcher.port });
}

async function serve(store: MailStore, { admin, site }: Serve): Promise<void> {
  const server = await createMailServer({ store, admin, site });
  server.listen(Number(process.env['MAIL_PORT']), process.env['HOST']?.trim() || '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  process.send?.({ type: 'ready', port });
}

const isServe = (message: unknown): message is Serve =>
  typeof message === 'object' && message !== null && 'admin' in message && typeof message.admin === 'string';

function explain(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe mail catcher can’t start: ${reason}.\n`);
  process.exit(1);
}

process.on('unhandledRejection', explain);
await main();
