import { overTcp } from '@sitedesk/testing';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A connection pooler in transaction mode: its clients take turns on one connection to PostgreSQL. */
export interface TransactionPooler {
  readonly url: string;
  close(): void;
}

/** First octet of a client's goodbye. */
const TERMINATE = 'X'.charCodeAt(0);
/** How PostgreSQL ends an answer when no transaction is open. */
const READY_AND_IDLE = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')]);

/** Starts one in front of a database that asks for no password. */
export async function startTransactionPooler(databaseUrl: string): Promise<TransactionPooler> {
  const url = overTcp(databaseUrl);
  const { hostname, port } = url;
  const postgres = connect(Number(port), hostname);
  const clients = new Set<Socket>();
  let greeting: Promise<Buffer> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** Passes on what the client sends, until PostgreSQL has answered and no transaction is open. */
  async function exchange(client: Socket | undefined, request: Buffer): Promise<Buffer> {
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

  async function serve(client: Socket): Promise<void> {
    clients.add(client);
    const [startup] = (await once(client, 'data')) as [Buffer]; // as above
    // The first client opens the connection; the others hear what it heard.
    greeting ??= exchange(undefined, startup);
    client.write(await greeting);
    for (;;) {
      const [request] = (await once(client, 'data')) as [Buffer]; // as above
      if (request[0] === TERMINATE) return void client.end();
      turn = turn.then(() => exchange(client, request));
      await turn;
    }
  }

  const server = createServer((client) => void serve(client).catch(() => client.destroy())); // it has gone
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    close: () => {
      server.close();
      for (const socket of [...clients, postgres]) socket.destroy();
    },
  };
}
