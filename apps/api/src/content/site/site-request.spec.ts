import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener } from 'node:http';
import { connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SiteRequest } from './site-request.js';

const READ = Object.keys(new SiteRequest(new Socket()).headers);

const echo: RequestListener = ({ headers }, response) =>
  void response.end(JSON.stringify(READ.map((name) => [name, headers[name] ?? null])));

/** What a server with requests of this class reads from these lines. */
async function readBy(kind: typeof IncomingMessage, lines: readonly string[]): Promise<unknown> {
  const server = createServer({ IncomingMessage: kind }, echo).on('checkExpectation', echo);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  socket.end(['GET / HTTP/1.1', 'Connection: close', ...lines, '', ''].join('\r\n'));
  const answer = await text(socket);
  server.close();
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}

describe('header fields of requests to the public site', () => {
  it.each<readonly string[]>([
    ['Host: example.test'],
    ['host: example.test', 'ACCEPT: text/html', 'accept: */*', 'Accept-Language: de'],
    ['Host: one.test', 'Host: two.test', 'X-Request-Id: 1', 'X-Request-ID: 2'],
    ['Host: a.test', 'If-None-Match: "1"', 'If-None-Match: W/"2"', 'If-Range: "1"', 'If-Range: "2"'],
    ['Host: a.test', 'If-Modified-Since: today', 'If-Modified-Since: tomorrow', 'Range: a', 'Range: b'],
    [
      'Host: a.test',
      'Accept-Encoding: br',
      'Accept-Encoding:',
      'X-Forwarded-For: 1.2.3.4',
      'x-forwarded-for: ::1',
    ],
    ['Host: a.test', 'Expect: nothing', 'Cookie: a=b', 'User-Agent: test', '__proto__: a', 'constructor: b'],
    ['Host:', 'Accept:', 'Range:'],
  ])('are read as Node reads them: %s', async (...lines) => {
    expect(await readBy(SiteRequest, lines)).toEqual(await readBy(IncomingMessage, lines));
  });
});
