import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Where a recorded database expects its mail server and its mailing list: settings hold the port, so it's always the same. */
export const MAIL_PORT = 2599;
export const LIST_PORT = 2598;
export const MAIL_USER = { user: 'website', pass: 'a lamp at the harbour' } as const;

/** Leads a port of this machine to another. */
export async function relay(from: number, to: number): Promise<{ close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const onwards = connect(to, '127.0.0.1');
    for (const each of [socket, onwards])
      open.add(each.on('error', () => each.destroy()).on('close', () => open.delete(each)));
    socket.pipe(onwards).pipe(socket);
  });
  server.listen(from, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
