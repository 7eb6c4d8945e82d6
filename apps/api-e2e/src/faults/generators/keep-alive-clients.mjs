/**
 * Thousands of clients that keep their connection and ask for the script now and then. Reads
 * `{ port, clients, everyMs, forMs, headers }` from standard input; prints one line of JSON at the end.
 */
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const OPEN_AT_ONCE = 50;

const { port, clients, everyMs, forMs, headers } = await json(process.stdin);
const fields = Object.entries(headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
const request = `GET /_api/contact/site-contact.js HTTP/1.1\r\nHost: site.test\r\n${fields}\r\n`;
const tally = { asked: 0, answered: 0, others: 0, resets: 0 };
const open = new Set();
let ending = false;

function begin(index) {
  const socket = connect(port, '127.0.0.1');
  open.add(socket);
  const ask = () => {
    if (ending) return;
    tally.asked += 1;
    socket.write(request);
  };
  let timer;
  socket.on('connect', () => {
    // Spread over the period, as clients that do not know of each other are.
    setTimeout(
      () => {
        ask();
        timer = setInterval(ask, everyMs);
      },
      (index / clients) * everyMs,
    );
  });
  socket.setEncoding('latin1').on('data', (text) => {
    for (const [status] of text.matchAll(/HTTP\/1\.1 \d{3}/g)) {
      if (status.endsWith('200')) tally.answered += 1;
      else tally.others += 1;
    }
  });
  socket.on('error', () => undefined); // 'close' follows
  socket.on('close', () => {
    clearInterval(timer);
    open.delete(socket);
    if (!ending) tally.resets += 1;
  });
}

for (let index = 0; index < clients; index += 1) {
  begin(index);
  if (index % OPEN_AT_ONCE === 0) await sleep(10);
}
await sleep(forMs);
const most = open.size;
ending = true;
await sleep(1_000);
for (const socket of open) socket.destroy();
process.stdout.write(`${JSON.stringify({ ...tally, most })}\n`);
