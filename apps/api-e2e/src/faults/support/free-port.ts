import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that the system hands out itself, so that nobody is given one while its server is away. */
const FIRST = 20_000;
const LAST = 32_000;

/** A port of 127.0.0.1 that nobody listens on, for a server that has to come back under the same address. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
