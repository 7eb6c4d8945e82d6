import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type DatabaseRelay, startDatabaseRelay } from './database-relay.js';

/** First octet of a client's goodbye. */
const TERMINATE = 'X'.charCodeAt(0);
/** How PostgreSQL ends an answer when no transaction is open. */
const READY_AND_IDLE = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')]);

/**
 * Starts a connection pooler in transaction mode, whose clients take turns on one connection to PostgreSQL, in front of a database that
 * asks for no password.
 */
export function startTransactionPooler(databaseUrl: string): Promise<DatabaseRelay> {
  let postgres: Socket | undefined;
  let greeting: Promise<Buffer> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  return startDatabaseRelay(databaseUrl, async (client, open) => {
    const [startup] = (await once(client, 'data')) as [Buffer]; // the event's only argument
    const shared = (postgres ??= open());
    // The first client opens the connection; the others hear what it heard.
    greeting ??= exchange(shared, undefined, startup);
    client.write(await greeting);
    for (;;) {
      const [request] = (await once(client, 'data')) as [Buffer]; // as above
      if (request[0] === TERMINATE) return void client.end();
      turn = turn.then(() => exchange(shared, client, request));
      await turn;
    }
  });
}

/** Passes on what the client sends, until PostgreSQL has answered and no transaction is open. */
async function exchange(postgres: Socket, client: Socket | undefined, request: Buffer): Promise<Buffer> {
  const pass = (more: Buffer): void => void postgres.write(more);
  client?.on('data', pass);
  pass(request);
  const answer: Buffer[] = [];
  do {
    const [chunk] = (await once(postgres, 'data')) as [Buffer]; // the event's only argument
    client?.write(chunk);
    answer.push(chunk);
  } while (!answer.at(-1)?.subarray(-READY_AND_IDLE.length).equals(READY_AND_IDLE));
  client?.off('data', pass);
  return Buffer.concat(answer);
}
