/**
 * Counts a million addresses in the limiter that the product is built with. Reads `{ module, addresses }` from standard
 * input; prints what that cost, as JSON.
 */
import { json } from 'node:stream/consumers';

const { module, addresses } = await json(process.stdin);
const { FixedWindowTable } = await import(module);
const table = new FixedWindowTable();
const nowMs = Date.now();
const megabytes = () => process.memoryUsage().rss / 1024 / 1024;
const address = (index) =>
  `contact-form|00000000-0000-7000-8000-000000000001|${index >>> 24}.${(index >>> 16) & 255}.${(index >>> 8) & 255}.${index & 255}`;

for (let index = 0; index < 1_000; index += 1) table.increment(`warm-up ${index}`, 1, nowMs);
const before = megabytes();
let longestMs = 0;
let wrong = 0;
const from = performance.now();
for (let index = 0; index < addresses; index += 1) {
  const began = performance.now();
  if (table.increment(address(index), 300, nowMs).hits !== 1) wrong += 1;
  longestMs = Math.max(longestMs, performance.now() - began);
}
const seconds = (performance.now() - from) / 1_000;
process.stdout.write(
  `${JSON.stringify({ addresses, wrong, grownMb: Math.round(megabytes() - before), perSecond: Math.round(addresses / seconds), longestMs: Math.round(longestMs * 10) / 10 })}\n`,
);
