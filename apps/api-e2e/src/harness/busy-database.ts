import { overTcp } from '@sitedesk/testing';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the product waits for a connection of the ones that requests use, and shorter than it waits to migrate. */
const HELD_MS = 2_500;
/** Of each name: the first three are those of waiting, of migrating and of the pool. */
const HELD = 3;

/** A database that has no time for the first connections. */
export interface BusyDatabase {
  readonly url: string;
  /** The names of what had to wait. */
  held(): readonly string[];
  close(): void;
}

/** Starts one: a relay to a database that lets the first connections of each `application_name` wait. */
export async function startBusyDatabase(databaseUrl: string): Promise<BusyDatabase> {
  const url = overTcp(databaseUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const counts = new Map<string, number>();

  async function serve(near: Socket): Promise<void> {
    sockets.add(near.on('error', () => undefined));
    const [startup] = (await once(near, 'data')) as [Buffer]; // the event's only argument
    near.pause();
    const [, name = ''] = /application_name\0([^\0]*)\0/.exec(startup.toString('latin1')) ?? [];
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count <= HELD) await sleep(HELD_MS);
    const far = connect(Number(port), hostname);
    sockets.add(far.on('error', () => undefined));
    far.write(startup);
    near.pipe(far).pipe(near);
  }

  const server = createServer((near) => void serve(near).catch(() => near.destroy())); // it has gone
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    held: () => [...counts.keys()],
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
