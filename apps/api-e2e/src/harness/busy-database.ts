import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseRelay, startDatabaseRelay } from './database-relay.js';

/** Longer than the product waits for a connection of the ones that requests use, and shorter than it waits to migrate. */
const HELD_MS = 2_500;
/** Of each name: the first three are those of waiting, of migrating and of the pool. */
const HELD = 3;

/** A database that has no time for the first connections. */
export interface BusyDatabase extends DatabaseRelay {
  /** The names of what had to wait. */
  held(): readonly string[];
}

/** Starts one: a relay to a database that lets the first connections of each `application_name` wait. */
export async function startBusyDatabase(databaseUrl: string): Promise<BusyDatabase> {
  const counts = new Map<string, number>();
  const relay = await startDatabaseRelay(databaseUrl, async (client, open) => {
    const [startup] = (await once(client, 'data')) as [Buffer]; // the event's only argument
    client.pause();
    const [, name = ''] = /application_name\0([^\0]*)\0/.exec(startup.toString('latin1')) ?? [];
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count <= HELD) await sleep(HELD_MS);
    const postgres = open();
    postgres.write(startup);
    client.pipe(postgres).pipe(client);
  });
  return { ...relay, held: () => [...counts.keys()] };
}
