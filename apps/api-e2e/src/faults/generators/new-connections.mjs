/**
 * Opens so many new connections a second. Each one begins a submission and sends an octet of its body now and then (`drip`), or
 * asks for the script many times ahead and reads nothing (`deaf`). Reads `{ port, kind, perSecond, seconds, ahead }` from
 * standard input; prints one line of JSON when every connection is closed.
 */
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const DRIP_MS = 1_000;
const HEADERS = 'Host: site.test\r\nContent-Type: application/json\r\n';

const { port, kind, perSecond, seconds, ahead } = await json(process.stdin);
const open = new Set();
const tally = { opened: 0, failed: 0, most: 0 };

const OPENINGS = {
  drip: `POST /_api/contact/submit HTTP/1.1\r\n${HEADERS}Content-Length: 1000\r\n\r\n{"name":"`,
  deaf: `GET /_api/contact/site-contact.js HTTP/1.1\r\n${HEADERS}\r\n`.repeat(ahead),
};

function begin() {
  tally.opened += 1;
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }, () =>
    socket.write(OPENINGS[kind]),
  );
  open.add(socket);
  tally.most = Math.max(tally.most, open.size);
  if (kind === 'drip') {
    socket.dripper = setInterval(() => socket.write('a'), DRIP_MS);
    socket.resume();
  }
  socket.on('error', () => (tally.failed += 1));
  socket.on('close', () => {
    clearInterval(socket.dripper);
    open.delete(socket);
  });
}

const from = performance.now();
for (let index = 0; index < perSecond * seconds; index += 1) {
  await sleep(Math.max(0, from + (index * 1000) / perSecond - performance.now()));
  begin();
}
for (const socket of open) clearInterval(socket.dripper);
const stoppedAt = performance.now();
const leftAtStop = open.size;
// Who reads nothing never hears that the other side has gone.
if (kind === 'deaf') for (const socket of open) socket.destroy();
while (open.size > 0) await sleep(100);
process.stdout.write(
  `${JSON.stringify({ ...tally, leftAtStop, goneAfterMs: Math.round(performance.now() - stoppedAt) })}\n`,
);
