import { overTcp } from '@sitedesk/testing';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between clients and a database. */
export interface DatabaseRelay {
  readonly url: string;
  close(): void;
}

/**
 * Starts one on a free port.
 * @param serve one client; `open` makes a connection to the database
 */
export async function startDatabaseRelay(
  databaseUrl: string,
  serve: (client: Socket, open: () => Socket) => Promise<void>,
): Promise<DatabaseRelay> {
  const url = overTcp(databaseUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined); // the other side has gone
  };
  const open = (): Socket => track(connect(Number(port), hostname));
  const server = createServer((client) => void serve(track(client), open).catch(() => client.destroy())); // as above
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
