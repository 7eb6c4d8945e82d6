import type { LookupAddress } from 'node:dns';
import { connect, type Socket } from 'node:net';

/**
 * A connection to the first of these addresses that answers.
 * @throws the last one's error
 */
export async function openSocket(
  addresses: readonly LookupAddress[],
  port: number,
  timeoutMs: number,
): Promise<Socket> {
  const deadline = performance.now() + timeoutMs;
  let failure: unknown = new Error('The hostname doesn’t resolve to an address.');
  for (const { address } of addresses) {
    try {
      return await openOne(address, port, Math.max(1, deadline - performance.now()));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function openOne(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => {
      const error = new Error(`${host} didn’t respond within ${Math.round(timeoutMs / 1000)} seconds.`);
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    socket.on('error', reject); // stays, so that a connection which breaks before someone listens harms nobody
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('close', () => clearTimeout(timer));
  });
}
