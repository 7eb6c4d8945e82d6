import { createServer } from 'node:net';
import { readPorts, requireFree } from '../../launcher/ports.mjs';
import { listen } from '../testing/ports.js';

const NONE = { host: '127.0.0.1', port: 0, sitePort: 0, mailPort: 0 };

describe('the ports of a start', () => {
  it('are 3000, 3001 and 3002 on this machine only, unless set', () => {
    expect(readPorts({})).toEqual({ host: '127.0.0.1', port: 3000, sitePort: 3001, mailPort: 3002 });
    expect(readPorts({ PORT: '8080', SITE_PORT: '0', MAIL_PORT: '0', HOST: '0.0.0.0' })).toEqual({
      host: '0.0.0.0',
      port: 8080,
      sitePort: 0,
      mailPort: 0,
    });
  });

  it.each([
    [{ SITE_PORT: '-1' }, 'SITE_PORT must be a whole number from 0 to 65535, but is "-1".'],
    [{ SITE_PORT: '1e3' }, 'SITE_PORT must be a whole number from 0 to 65535, but is "1e3".'],
    [
      { PORT: '4000', SITE_PORT: '4000' },
      'PORT and SITE_PORT are both 4000. Set SITE_PORT to another port, or to 0 to turn the public site off.',
    ],
    [
      { PORT: '3002' },
      'MAIL_PORT is 3002, like another port. Set it to another one, or to 0 for any free one.',
    ],
    [{ MAIL_PORT: 'x' }, 'MAIL_PORT must be a whole number from 0 to 65535, but is "x".'],
  ])('are refused with one sentence: %j', (env, sentence) => {
    expect(() => readPorts(env)).toThrow(sentence);
  });

  it('names a busy port, the variable to set, and an example', async () => {
    const occupant = createServer();
    const port = await listen(occupant);
    try {
      const busy = new RegExp(`^Port ${port} is in use\\..*SITE_PORT=\\d+ npm start$`);
      await expect(requireFree({ ...NONE, sitePort: port }, false)).rejects.toThrow(busy);
      await expect(requireFree({ ...NONE, port }, false)).rejects.toThrow(/ PORT=\d+ npm start$/);
      await expect(requireFree({ ...NONE, mailPort: port }, true)).rejects.toThrow(
        /MAIL_PORT=\d+ npm start$/,
      );
    } finally {
      occupant.close();
    }
  });

  it('says when HOST is no address of this machine', async () => {
    await expect(requireFree({ ...NONE, host: '192.0.2.1', port: 45_678 }, false)).rejects.toThrow(
      /^HOST is "192\.0\.2\.1", which isn.t an address of this machine/,
    );
  });

  it('does not try ports that are not used', async () => {
    await expect(
      requireFree({ ...NONE, host: '192.0.2.1', mailPort: 45_678 }, false),
    ).resolves.toBeUndefined();
  });
});
