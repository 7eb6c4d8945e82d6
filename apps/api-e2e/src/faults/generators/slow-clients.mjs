/**
 * Thousands of connections that send as slowly as they can. A process of its own, so that what it costs is not measured.
 * Reads `{ port, headers, tokens, holdMs }` from standard input: how many connections never finish their headers, and the
 * anti-forgery tokens of those that never finish their body. After `holdMs` it sends no more. Prints one line of JSON when
 * the server has closed every connection.
 */
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const DRIP_MS = 2_000;
const OPEN_AT_ONCE = 100;
const PATH = '/_api/contact/submit';

const { port, headers, tokens, holdMs } = await json(process.stdin);
const lives = { headers: [], body: [] };
const open = new Set();
let refused = 0;

/** Opens one connection that begins a request and then drips; its life is measured until the server ends it. */
function begin(kind, opening, drip) {
  const from = performance.now();
  const socket = connect(port, '127.0.0.1', () => socket.write(opening));
  open.add(socket);
  const timer = setInterval(() => socket.write(drip), DRIP_MS);
  socket.dripper = timer;
  socket.on('error', () => (refused += 1));
  socket.resume().on('close', () => {
    clearInterval(timer);
    open.delete(socket);
    lives[kind].push(Math.round(performance.now() - from));
  });
}

const head = (token) =>
  `POST ${PATH} HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/json\r\nRequestVerificationToken: ${token}\r\n`;
const plans = [
  ...Array.from(
    { length: headers },
    () => () => begin('headers', `GET ${PATH} HTTP/1.1\r\nHost: site.test\r\n`, 'X-Drip: 1\r\n'),
  ),
  ...tokens.map((token) => () => begin('body', `${head(token)}Content-Length: 1000\r\n\r\n{"name":"`, 'a')),
];
for (let index = 0; index < plans.length; index += OPEN_AT_ONCE) {
  for (const plan of plans.slice(index, index + OPEN_AT_ONCE)) plan();
  await sleep(20);
}
const most = open.size;
await sleep(holdMs);
for (const socket of open) clearInterval(socket.dripper);
const stoppedAt = performance.now();
const leftAtStop = open.size;
while (open.size > 0) await sleep(100);
process.stdout.write(
  `${JSON.stringify({ opened: plans.length, most, refused, leftAtStop, goneAfterMs: Math.round(performance.now() - stoppedAt), longestHeadersMs: Math.max(0, ...lives.headers), longestBodyMs: Math.max(0, ...lives.body) })}\n`,
);
