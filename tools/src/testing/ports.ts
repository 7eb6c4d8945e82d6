import { once } from 'node:events';
import type { Server } from 'node:net';

/** Lets a server (of any protocol) listen on a free port of 127.0.0.1; returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
