import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { inTurns } from './request-turns.js';

describe('inTurns', () => {
  it('serves nothing of a connection that sent too much ahead, and reads no more of it (D-01)', async () => {
    let [served, read] = [0, 0];
    const listener = inTurns(() => void (served += 1));
    const server = createServer((request, response) => {
      read += 1;
      listener(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined); // reset
    client.write('GET / HTTP/1.1\r\nHost: example.test\r\n\r\n'.repeat(200));
    await once(client, 'close');
    expect([served, read]).toEqual([0, 6]);
    server.close();
  });
});
