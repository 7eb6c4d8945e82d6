import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A mail server that can fall silent: it keeps its connections and takes new ones, and nothing comes back anymore. */
export interface MailRelay {
  readonly url: string;
  fallSilent(): void;
  close(): Promise<void>;
}

/** In front of a mail server that works. */
export async function startMailRelay(port: number): Promise<MailRelay> {
  let silent = false;
  const clients = new Set<Socket>();
  const servers = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => client.destroy());
    client.once('close', () => clients.delete(client));
    if (silent) return void client.resume();
    const behind = connect(port, '127.0.0.1');
    servers.add(behind);
    client.pipe(behind);
    behind.on('error', () => behind.destroy());
    behind.once('close', () => servers.delete(behind));
    behind.on('data', (chunk: Buffer) => silent || client.write(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${own}?requireTLS=false`,
    fallSilent: () => {
      silent = true;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of [...clients, ...servers]) socket.destroy();
      await closed;
    },
  };
}
