import { createServer } from 'node:net';
import { readPorts, requireFree } from '../../launcher/ports.mjs';
import { listen } from '../testing/ports.js';

describe('the ports of a start', () => {
  it('are 3000 and 3001 on this machine only, unless set', () => {
    expect(readPorts({})).toEqual({ host: '127.0.0.1', port: 3000, sitePort: 3001 });
    expect(readPorts({ PORT: '8080', SITE_PORT: '0', HOST: '0.0.0.0' })).toEqual({
      host: '0.0.0.0',
      port: 8080,
      sitePort: 0,
    });
  });

  it.each([
    [{ SITE_PORT: '-1' }, 'SITE_PORT must be a whole number from 0 to 65535, but is "-1".'],
    [{ SITE_PORT: '1e3' }, 'SITE_PORT must be a whole number from 0 to 65535, but is "1e3".'],
    [
      { PORT: '4000', SITE_PORT: '4000' },
      'PORT and SITE_PORT are both 4000. Set SITE_PORT to another port, or to 0 to turn the public side off.',
    ],
  ])('are refused with one sentence: %j', (env, sentence) => {
    expect(() => readPorts(env)).toThrow(sentence);
  });

  it('names a busy port, the variable to set, and an example', async () => {
    const occupant = createServer();
    const port = await listen(occupant);
    try {
      const busy = new RegExp(`^Port ${port} is in use\\..*SITE_PORT=\\d+ npm start$`);
      await expect(requireFree({ host: '127.0.0.1', port: 0, sitePort: port })).rejects.toThrow(busy);
      await expect(requireFree({ host: '127.0.0.1', port, sitePort: 0 })).rejects.toThrow(
        / PORT=\d+ npm start$/,
      );
    } finally {
      occupant.close();
    }
  });

  it('says when HOST is no address of this machine', async () => {
    await expect(requireFree({ host: '192.0.2.1', port: 45_678, sitePort: 0 })).rejects.toThrow(
      /^HOST is "192\.0\.2\.1", which isn.t an address of this machine/,
    );
  });

  it('does not try ports that are not used', async () => {
    await expect(requireFree({ host: '192.0.2.1', port: 0, sitePort: 0 })).resolves.toBeUndefined();
  });
});
