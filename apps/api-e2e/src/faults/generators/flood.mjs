/**
 * Sends the same request down many kept connections as fast as it is answered. Reads
 * `{ port, connections, forMs, path, headers, body }` from standard input; prints how often each status came, as JSON.
 */
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';

const { port, connections, forMs, path, headers, body } = await json(process.stdin);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const statuses = {};
const until = performance.now() + forMs;

const once = () =>
  new Promise((resolve) => {
    const done = (answer) => {
      statuses[answer] = (statuses[answer] ?? 0) + 1;
      resolve();
    };
    const outgoing = request(
      { port, host: '127.0.0.1', path, method: 'POST', headers, agent },
      (incoming) => {
        incoming.resume().on('end', () => done(incoming.statusCode));
      },
    );
    outgoing.on('error', (error) => done(error.code));
    outgoing.end(body);
  });

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < until) await once();
  }),
);
agent.destroy();
process.stdout.write(`${JSON.stringify(statuses)}\n`);
