import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { allowSlowBody, limitBodies } from './body-pace.js';
import { answerClientError } from '../errors/framework-errors.js';

const LIMIT_MS = 300;

describe('bodies that take their time', () => {
  let server: Server;

  beforeAll(async () => {
    server = createServer({ requestTimeout: 0 }, (request, response) => {
      if (request.url === '/slow') allowSlowBody(request);
      let octets = 0;
      request.on('data', (chunk: Buffer) => (octets += chunk.length));
      request.on('end', () => response.end(`${octets} octets`));
      if (request.url === '/refused') response.writeHead(401).end();
    });
    server.on('clientError', answerClientError);
    limitBodies(server, LIMIT_MS);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(() => server.close());

  async function begin(path: string): Promise<{ socket: Socket; answer: Promise<string> }> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // it listens on a port
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined);
    const answer = once(socket, 'close').then(() => Buffer.concat(chunks).toString());
    await once(socket, 'connect');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 12\r\n\r\n`);
    return { socket, answer };
  }

  /** An octet at a time, over several times the limit. */
  async function trickle(socket: Socket): Promise<void> {
    for (let at = 0; at < 12 && socket.writable; at += 1) {
      socket.write('x');
      await new Promise((resolve) => setTimeout(resolve, LIMIT_MS / 4));
    }
  }

  it('are ended where the route has not allowed it', async () => {
    const { socket, answer } = await begin('/');
    await trickle(socket);
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('are read to their end where it has', async () => {
    const { socket, answer } = await begin('/slow');
    await trickle(socket);
    expect(await answer).toContain('12 octets');
  });

  it('are ended there as well once nothing arrives', async () => {
    const { socket, answer } = await begin('/slow');
    socket.write('xxx');
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('hold no connection after they were refused', async () => {
    const { answer } = await begin('/refused');
    expect(await answer).toMatch(/^HTTP\/1.1 401 /);
  });
});
