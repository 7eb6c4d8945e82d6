import { createServer } from 'node:http';

/** One page, as the public site sent it. */
export interface BarePage {
  /** Names and values in turn, without those that Node adds itself. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** The least that can send a page: a bare `node:http` server with its octets and headers, and nothing else. */
const { headers, body } = JSON.parse(process.env['BENCH_PAGE'] ?? '{}') as BarePage; // what `content.ts` passes
const octets = Buffer.from(body);

const server = createServer((_request, response) => {
  response.writeHead(200, [...headers]);
  response.end(octets);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({
    type: 'ready',
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  });
});
process.on('disconnect', () => process.exit(0));
