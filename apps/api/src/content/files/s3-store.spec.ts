import { type S3Server, startS3Server } from '@sitedesk/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import dns from 'node:dns';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { outboundService } from '../../platform/outbound/outbound.fixture.js';
import type { OutboundService } from '../../platform/outbound/outbound.service.js';
import type { S3Location } from './file-storage.js';
import type { LocalFile, StoredObject } from './object-store.js';
import { S3Store } from './s3-store.js';

const TIMEOUT_MS = 1_500;

describe('S3Store', () => {
  let server: S3Server;
  let outbound: OutboundService;
  let folder: string;

  beforeAll(async () => {
    server = await startS3Server({ pageSize: 3 });
    outbound = outboundService();
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-s3-'));
  });
  afterAll(async () => {
    await outbound.onApplicationShutdown();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    server.behave('ok');
    server.objects.clear();
  });

  const storeOf = (changed: Partial<S3Location> = {}): S3Store =>
    new S3Store(
      {
        kind: 's3',
        bucket: server.bucket,
        prefix: 'below/it/',
        endpoint: server.url,
        region: server.region,
        pathStyle: true,
        timeoutMs: TIMEOUT_MS,
        accessKeyId: server.accessKeyId,
        secretAccessKey: server.secretAccessKey,
        ...changed,
      },
      outbound,
    );
  const fileOf = async (content: string | Buffer): Promise<LocalFile> => {
    const path = join(folder, 'content');
    await writeFile(path, content);
    return { path, size: content.length };
  };
  const all = async (objects: AsyncIterable<StoredObject>): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { key, size } of objects) found.push(`${key} ${size}`);
    return found;
  };
  const attempts = (): number => server.calls.length;

  it('stores, reads, lists and removes objects below its prefix', async () => {
    const store = storeOf();
    server.objects.set('below/other', Buffer.from('x'));
    for (const index of [1, 2, 3, 4, 5, 6, 7]) await store.put(`a/${index}`, await fileOf('x'.repeat(index)));
    expect(server.objects.has('below/it/a/1')).toBe(true);
    expect(await store.size('a/7')).toBe(7);
    expect(await store.size('a/8')).toBeUndefined();
    expect(await text(await store.get('a/7'))).toBe('xxxxxxx');
    expect(await text(await store.get('a/7', { start: 1, end: 2 }))).toBe('xx');
    await expect(store.get('a/8')).rejects.toMatchObject({ problem: 'missing' });
    expect(await all(store.list('a/'))).toEqual([1, 2, 3, 4, 5, 6, 7].map((each) => `a/${each} ${each}`));
    await store.remove('a/8');
    await store.removeAll('a/');
    expect([...server.objects.keys()]).toEqual(['below/other']);
  });

  it('finds a bucket in front of the host', async () => {
    jest.spyOn(dns, 'lookup').mockImplementation(((
      name: string,
      options: object,
      done: (...found: unknown[]) => void,
    ) => {
      expect(name).toBe('files.s3.test');
      if ('all' in options && options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
      else done(null, '127.0.0.1', 4);
    }) as never); // as `net` calls it
    const store = storeOf({ pathStyle: false, endpoint: `http://s3.test:${server.port}` });
    await store.put('a', await fileOf('Hello'));
    expect([...server.objects.keys()]).toEqual(['below/it/a']);
    expect(await all(store.list(''))).toEqual(['a 5']);
  });

  it('has the service refuse what is damaged on the way', async () => {
    const file = { ...(await fileOf('Hello')), sha256: 'a'.repeat(64) };
    await expect(storeOf().put('a', file)).rejects.toThrow('XAmzContentSHA256Mismatch');
    expect(server.objects.size).toBe(0);
  });

  it.each([
    ['reset', 3],
    ['error-500', 3],
    ['slow-down', 3],
    ['access-denied', 1],
    ['silent', 1],
  ] as const)('asks again where that may help: %s', async (behaviour, times) => {
    const store = storeOf();
    const file = await fileOf('Hello');
    for (const act of [() => store.put('a', file), () => store.get('a'), () => store.remove('a')]) {
      server.behave(behaviour);
      const before = attempts();
      await expect(act()).rejects.toMatchObject({ name: 'StoreError' });
      server.behave('ok');
      await new Promise((resolve) => setTimeout(resolve, 50)); // a call is counted when it has ended
      expect(attempts() - before).toBe(times);
    }
    server.behave(behaviour, { times: times - 1 });
    await store.put('a', file);
    expect(server.objects.size).toBe(1);
  });

  it('sends for as long as it gets on, and no longer', async () => {
    const file = await fileOf(Buffer.alloc(20 * 1024 * 1024));
    server.behave('deaf');
    await expect(storeOf().put('a', file)).rejects.toThrow('respond within 1.5 seconds');
    server.behave('ok');
    await storeOf().put('a', file);
    expect(server.objects.get('below/it/a')?.length).toBe(file.size);
  });

  it('fails in the middle of an answer that doesn’t go on', async () => {
    await storeOf().put('a', await fileOf('x'.repeat(1_000_000)));
    for (const behaviour of ['cut', 'stall'] as const) {
      server.behave(behaviour);
      await expect(text(await storeOf().get('a'))).rejects.toThrow();
    }
  });

  it('says in a sentence what is wrong, without secrets', async () => {
    const file = await fileOf('Hello');
    const store = storeOf({ secretAccessKey: 'wrong-secret-key' });
    await expect(store.put('a', file)).rejects.toMatchObject({
      problem: 'wrong-secret',
      message: `the bucket "files" at ${server.url} answered: SignatureDoesNotMatch.`,
    });
    await expect(storeOf({ bucket: 'another' }).put('a', file)).rejects.toMatchObject({
      problem: 'no-bucket',
    });
    await expect(storeOf({ endpoint: 'http://127.0.0.1:9' }).put('a', file)).rejects.toMatchObject({
      problem: 'away',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
