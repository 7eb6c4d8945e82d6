import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { OUTBOUND_TEXTS } from '@sitedesk/contract/outbound';
import { OutboundError } from './outbound-error.js';
import { outboundService } from './outbound.fixture.js';
import type { OutboundRequest, OutboundService } from './outbound.service.js';
import { startTlsServer } from '../../testing/tls-server.js';

const HEAD = 'HTTP/1.1 200 OK\r\n';
const OK = `${HEAD}content-length: 2\r\n\r\nok`;
/** Longer than any of these tests may take. */
const NEVER = 100_000;

describe('OutboundService', () => {
  let server: Server;
  let port: number;
  let sockets: Socket[];
  let requests: string[];
  /** What the server does with a connection that has sent something. */
  let answer: (socket: Socket, request: string) => void;
  let outbound: OutboundService;

  beforeEach(async () => {
    sockets = [];
    requests = [];
    answer = (socket) => socket.write(OK);
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        requests.push(data.toString('latin1'));
        answer(socket, data.toString('latin1'));
      });
    });
    server.listen(0);
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    outbound = outboundService('127.0.0.1/32');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await outbound.onApplicationShutdown();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const request = (more: Partial<OutboundRequest> = {}): OutboundRequest => ({
    url: `http://127.0.0.1:${port}/`,
    guarded: false,
    ...more,
  });
  const failure = async (more: Partial<OutboundRequest> = {}, by = outbound): Promise<OutboundError> => {
    const outcome: unknown = await by.fetch(request(more)).catch((error: unknown) => error);
    if (outcome instanceof OutboundError) return outcome;
    throw new Error(`Expected an OutboundError, got ${String(outcome)}`);
  };
  /** Until the server has seen its every connection end. */
  const allClosed = (): Promise<unknown> =>
    Promise.all(
      sockets.map((socket) => socket.closed || new Promise((resolve) => void socket.once('close', resolve))),
    );

  it('sends what it is told, and reads the answer to its end', async () => {
    answer = (socket) =>
      socket.write(`${HEAD}x-one: 1\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n`);

    const got = await outbound.fetch(
      request({ url: `http://127.0.0.1:${port}/a?b=c`, method: 'PUT', headers: { 'x-two': '2' }, body: 'é' }),
    );

    expect([got.status, got.headers['x-one'], got.text, got.bytes.length]).toEqual([200, '1', 'abcd', 4]);
    expect(requests.join('')).toMatch(/^PUT \/a\?b=c HTTP\/1\.1\r\n/);
    expect(requests.join('')).toMatch(/x-two: 2\r\n/i);
    expect(requests.join('')).toMatch(/content-length: 2\r\n/i);
  });

  it('does not follow a redirect', async () => {
    answer = (socket) =>
      socket.write(`HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${port}/x\r\ncontent-length: 0\r\n\r\n`);

    expect(await outbound.fetch(request())).toMatchObject({ status: 302, text: '' });
    expect(requests).toHaveLength(1);
  });

  it('hands over the body while it comes', async () => {
    answer = (socket) => socket.write(`${HEAD}content-length: 10\r\n\r\nfirst`);
    const { status, body } = await outbound.open(request());
    const [first]: unknown[] = await once(body, 'data');
    sockets[0]?.write('after');
    const [second]: unknown[] = await once(body, 'data');

    expect([status, String(first), String(second)]).toEqual([200, 'first', 'after']);
  });

  describe('ends a call', () => {
    it.each([
      ['that is not answered', '', { firstByteMs: 50 }, 'first-byte'],
      ['that is answered with half a head', HEAD, { firstByteMs: 50 }, 'first-byte'],
      ['that stops in the body', `${HEAD}content-length: 9\r\n\r\nhalf`, { idleMs: 50 }, 'idle'],
      ['over the total limit', `${HEAD}content-length: 9\r\n\r\nhalf`, { totalMs: 50 }, 'total'],
    ] as const)('%s', async (_, words, limits, phase) => {
      answer = (socket) => socket.write(words);

      expect(await failure({ limits: { totalMs: NEVER, ...limits } })).toMatchObject({
        kind: 'timeout',
        phase,
      });
      await allClosed();
    });

    it('whose body drips, at the total limit', async () => {
      answer = (socket) => {
        socket.write(`${HEAD}\r\n`);
        const timer = setInterval(() => socket.write('.'), 10);
        socket.on('close', () => clearInterval(timer));
      };

      expect(await failure({ limits: { totalMs: 300, idleMs: NEVER } })).toMatchObject({
        kind: 'timeout',
        phase: 'total',
        message: `127.0.0.1:${port} didn’t finish its response within 0.3 seconds.`,
      });
      await allClosed();
    });

    it('while undici still connects, and then sends nothing', async () => {
      answer = () => undefined; // a TLS handshake that nobody answers

      expect(await failure({ url: `https://127.0.0.1:${port}/`, limits: { connectMs: 50 } })).toMatchObject({
        kind: 'timeout',
        phase: 'connect',
      });
    });

    it('when the caller does, before, while waiting and while reading', async () => {
      expect(await failure({ signal: AbortSignal.abort() })).toMatchObject({ kind: 'aborted' });
      expect(requests).toHaveLength(0);
      for (const words of ['', `${HEAD}content-length: 9\r\n\r\nhalf`]) {
        const controller = new AbortController();
        answer = (socket) => {
          socket.write(words);
          setTimeout(() => controller.abort(), 20);
        };
        const limits = { totalMs: NEVER };
        expect(await failure({ signal: controller.signal, limits })).toMatchObject({ kind: 'aborted' });
      }
      await allClosed();
    });

    it('whose reader leaves, or never comes', async () => {
      answer = (socket) => socket.write(`${HEAD}content-length: 9\r\n\r\nhalf`);
      const { body } = await outbound.open(request({ limits: { totalMs: NEVER } }));
      for await (const chunk of body) if (chunk) break;
      await outbound.open(request({ limits: { totalMs: 2_000 } }));

      await allClosed();
    });

    it('even when nobody holds it: nothing of it is lost to the garbage collector', async () => {
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as () => void;
      answer = (socket, text) => {
        if (text.includes('/headers')) socket.write(`${HEAD}content-length: 9\r\n\r\n`);
      };
      let open = 0;
      const start = (path: string, more: Partial<OutboundRequest>): void => {
        open += 1;
        const url = `http://127.0.0.1:${port}/${path}`;
        void outbound.fetch(request({ url, ...more })).catch(() => (open -= 1));
      };
      for (let n = 0; n < 10; n += 1)
        for (const path of ['silent', 'headers'])
          for (const guarded of [true, false]) {
            start(path, { guarded, limits: { totalMs: 500 } });
            start(path, { guarded, limits: { totalMs: NEVER }, signal: AbortSignal.timeout(500) });
          }
      for (const deadline = Date.now() + 300_000; open > 0 && Date.now() < deadline; await sleep(20))
        collect();

      expect(open).toBe(0);
    });
  });

  it('reads 2 MB unless told otherwise', async () => {
    const bytes = 2 * 1024 * 1024;
    const body = 'x'.repeat(bytes + 1);
    answer = (socket) => socket.write(`${HEAD}content-length: ${bytes}\r\n\r\n${body.slice(1)}`);
    expect((await outbound.fetch(request())).bytes).toHaveLength(bytes);

    answer = (socket) => socket.write(`${HEAD}content-length: ${bytes + 1}\r\n\r\n${body}`);
    expect(await failure()).toMatchObject({ kind: 'too-large' });
    await allClosed();
  });

  it('does not read a body that has no end', async () => {
    answer = (socket) => {
      socket.write(`${HEAD}\r\n`);
      const more = (): void => void (socket.writable && socket.write('x'.repeat(10_000), more));
      more();
    };

    expect(await failure({ limits: { maxBytes: 100_000 } })).toMatchObject({
      kind: 'too-large',
      message: `The response of 127.0.0.1:${port} is larger than 100000 bytes.`,
    });
    await allClosed();
  });

  it('does not read faster than its caller', async () => {
    let written = 0;
    answer = (socket) => {
      socket.write(`${HEAD}\r\n`);
      const more = (): void =>
        void (socket.writable && socket.write('x'.repeat(100_000), () => ((written += 1), more())));
      more();
    };
    const { body } = await outbound.open(
      request({ limits: { totalMs: NEVER, maxBytes: 1e9, idleMs: 5_000 } }),
    );
    for (let before = -1; before !== written; await sleep(200)) before = written; // what the sockets hold
    expect(written).toBeLessThan(500);
    await sleep(5_500); // the reader is slow, not the server: the call goes on
    let read = 0;
    for await (const chunk of body) if ((read += Buffer.from(chunk).length) > 90_000_000) break;
    expect(read).toBeGreaterThan(90_000_000);
  });

  describe('says why there is no answer', () => {
    it.each([
      ['a connection closed before the answer', (socket: Socket) => socket.destroy(), 'reset'],
      ['a connection reset before the answer', (socket: Socket) => socket.resetAndDestroy(), 'reset'],
      ['a body cut off', (socket: Socket) => socket.end(`${HEAD}content-length: 9\r\n\r\nhalf`), 'reset'],
      [
        'an answer that is not HTTP',
        (socket: Socket) => socket.end('220 mail.example ESMTP\r\n'),
        'protocol',
      ],
      [
        'headers without end',
        (socket: Socket) => socket.end(`${HEAD}x: ${'x'.repeat(100_000)}\r\n`),
        'protocol',
      ],
    ] as const)('%s', async (_, behaviour, kind) => {
      answer = behaviour;

      expect(await failure()).toMatchObject({ kind, message: expect.stringContaining(`127.0.0.1:${port}`) });
    });

    it('a port that nobody listens on, a name that nobody has, a header that cannot be sent', async () => {
      expect(await failure({ url: 'http://127.0.0.1:1/' })).toMatchObject({
        kind: 'connect',
        message: 'Can’t connect to 127.0.0.1:1 (ECONNREFUSED).',
      });
      expect(await failure({ url: 'https://nobody.invalid/' })).toMatchObject({ kind: 'dns' });
      expect(await failure({ headers: { 'x-one': 'a\r\nb: c' } })).toMatchObject({ kind: 'protocol' });
    });

    it('a server that does not speak TLS', async () => {
      answer = (socket) => socket.end(OK);
      expect(await failure({ url: `https://127.0.0.1:${port}/` })).toMatchObject({ kind: 'tls' });
    });

    it('a certificate that nobody vouches for', async () => {
      const stranger = await startTlsServer();
      try {
        const error = await failure({ url: `https://127.0.0.1:${stranger.port}/` });
        const host = `127.0.0.1:${stranger.port}`;
        expect(error).toMatchObject({ kind: 'certificate', reason: expect.stringMatching(/CERT/) });
        expect(error.fault).toEqual(OUTBOUND_TEXTS.certificate({ host, code: error.reason }));
      } finally {
        stranger.process.kill();
      }
    });

    it('without looking like a database that is away', async () => {
      answer = (socket) => socket.resetAndDestroy();

      expect(await failure()).not.toHaveProperty('code');
    });
  });

  describe('keeps connections', () => {
    it('and uses them again', async () => {
      await outbound.fetch(request());
      await sleep(20); // for the connection to be free
      await outbound.fetch(request());

      expect([requests.length, sockets.length]).toEqual([2, 1]);
    });

    it('but not those that the server has closed meanwhile', async () => {
      await outbound.fetch(request());
      sockets[0]?.end();
      await allClosed();

      expect(await outbound.fetch(request())).toMatchObject({ status: 200 });
      expect(sockets).toHaveLength(2);
    });

    it('apart for those who may go anywhere and those who may not', async () => {
      await outbound.fetch(request());
      await outbound.fetch(request({ guarded: true }));

      expect(sockets).toHaveLength(2);
    });
  });

  describe('where a site named the URL', () => {
    let strict: OutboundService;
    beforeEach(() => void (strict = outboundService()));
    afterEach(() => strict.onApplicationShutdown());

    it.each([
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '192.168.1.1',
      '224.0.0.1',
      '255.255.255.255',
      '[::]',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:a00:1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::7f00:1]',
      '[2002:7f00:1::]',
      '[2001::1]',
      '[fc00::1]',
      '[fe80::1]',
      '[ff02::1]',
      'localhost',
    ])('%s is not reached', async (host) => {
      for (const scheme of ['http', 'https'])
        expect(await failure({ url: `${scheme}://${host}:${port}/`, guarded: true }, strict)).toMatchObject({
          kind: 'refused',
          message: expect.stringContaining('isn’t a public address, and OUTBOUND_ALLOW doesn’t allow it'),
        });
      expect(sockets).toHaveLength(0);
    });

    it('a public address is reached by https only', async () => {
      for (const url of ['http://8.8.8.8/', 'ftp://8.8.8.8/', 'file:///etc/passwd'])
        expect(await failure({ url, guarded: true })).toMatchObject({
          kind: 'refused',
          message: expect.stringContaining('must be an https URL'),
        });
    });

    it('the operator may allow addresses, also for http', async () => {
      expect(await outbound.fetch(request({ guarded: true }))).toMatchObject({ status: 200 });
      expect(await failure({ url: `http://127.0.0.2:${port}/`, guarded: true })).toMatchObject({
        kind: 'refused',
      });
    });

    it('no answer of the name service leads elsewhere: the address that was looked at is connected to', async () => {
      const answers: LookupAddress[][] = [];
      const names = jest
        .spyOn(dns, 'lookup')
        .mockImplementation(((
          _host: string,
          _options: object,
          callback: (error: null, addresses: LookupAddress[]) => void,
        ) => callback(null, answers.shift() ?? [])) as typeof dns.lookup);
      const url = `http://rebinding.example:${port}/`;
      const ours = { address: '127.0.0.1', family: 4 };
      const other = { address: '127.0.0.2', family: 4 };

      answers.push([ours], [other]);
      expect(await outbound.fetch(request({ url, guarded: true }))).toMatchObject({ status: 200 });
      expect(names).toHaveBeenCalledTimes(1);
      sockets[0]?.end();
      await allClosed();
      expect(await failure({ url, guarded: true })).toMatchObject({ kind: 'refused' });
      answers.push([ours, other], []);
      expect(await failure({ url, guarded: true })).toMatchObject({ kind: 'refused' });
      expect(await failure({ url, guarded: true })).toBeInstanceOf(OutboundError);

      expect(requests).toHaveLength(1);
      answers.push([ours, other], [ours]);
      await expect(outbound.addresses('rebinding.example', { guarded: true })).rejects.toMatchObject({
        kind: 'refused',
      });
      expect(await outbound.addresses('rebinding.example', { guarded: true })).toEqual([ours]);
    });
  });

  it('credentials in a URL are refused everywhere', async () => {
    for (const guarded of [true, false])
      expect(await failure({ url: `http://user:secret@127.0.0.1:${port}/`, guarded })).toMatchObject({
        kind: 'refused',
        message: `127.0.0.1:${port} can’t contain a password.`,
      });
  });
});
