import type { IncomingMessage } from 'node:http';
import { S3mini } from 's3mini';
import { type S3Server, startS3Server } from './index.js';
import { signatureRefusal } from './s3-signature.js';

const FAR_FUTURE = { 'x-amz-date': '20990101T000000Z' };

describe('startS3Server', () => {
  let server: S3Server;
  const clientOf = (changed: Partial<ConstructorParameters<typeof S3mini>[0]> = {}): S3mini =>
    new S3mini({
      endpoint: `${server.url}/${server.bucket}`,
      region: server.region,
      accessKeyId: server.accessKeyId,
      secretAccessKey: server.secretAccessKey,
      ...changed,
    });

  beforeAll(async () => {
    server = await startS3Server({ pageSize: 3 });
  });
  afterAll(() => server.close());
  afterEach(() => {
    server.behave('ok');
    server.objects.clear();
  });

  it('stores, sends and deletes objects of a foreign client', async () => {
    const client = clientOf();
    const key = 'a folder/Öl & "Wein" (1)+2.txt';
    await client.putObject(key, 'Hello, world!');
    expect([...server.objects.keys()]).toEqual([key]);
    expect(await client.getObject(key)).toBe('Hello, world!');
    expect(await client.getContentLength(key)).toBe(13);
    expect(await client.objectExists(key)).toBe(true);
    const part = await client.getObjectRaw(key, false, 7, 12);
    expect([part.status, await part.text()]).toEqual([206, 'world']); // the client counts the end out
    expect(await client.deleteObject(key)).toBe(true);
    expect(await client.objectExists(key)).toBe(false);
    expect(await client.getObject(key)).toBeNull();
  });

  it('lists all pages below a prefix', async () => {
    const client = clientOf();
    const keys = Array.from({ length: 10 }, (_, index) => `below/${index} & <more>.txt`);
    for (const key of [...keys, 'beside.txt']) await client.putObject(key, key);
    const found = await client.listObjects('/', 'below/');
    expect(found?.map(({ Key }) => Key)).toEqual(keys);
    expect(server.calls.filter(({ method, key }) => method === 'GET' && key === '')).toHaveLength(4);
  });

  it.each([
    ['the secret key', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['the access key', { accessKeyId: 'stranger' }, 'InvalidAccessKeyId'],
    ['the region', { region: 'eu-central-1' }, 'AuthorizationHeaderMalformed'],
  ])('refuses a client that is wrong about %s', async (_, changed, code) => {
    await expect(clientOf(changed).putObject('a.txt', 'a')).rejects.toThrow(code);
    expect(server.objects.size).toBe(0);
  });

  it('refuses requests that were changed after they were signed, and those that nobody signed', async () => {
    const sent: { url: string; init: RequestInit }[] = [];
    const recorded: typeof fetch = async (url, init = {}) => {
      sent.push({ url: String(url), init });
      return new Response('');
    };
    await clientOf({ fetch: recorded }).getObject('a.txt');
    await clientOf({ fetch: recorded }).putObject('a.txt', 'signed');
    const [get, put] = sent;
    const again = async (of: typeof get, changed: RequestInit): Promise<number> =>
      (await fetch(of?.url ?? '', { ...of?.init, ...changed })).status;
    expect(await again(put, {})).toBe(200);
    expect(await again(get, {})).toBe(200);
    expect(await again(get, { headers: {} })).toBe(403);
    expect(await again(get, { method: 'DELETE', body: null })).toBe(403);
    expect(await again(get, { headers: { ...(get?.init.headers as object), ...FAR_FUTURE } })).toBe(403);
  });

  it('misbehaves as it is told to, for as many requests', async () => {
    const read = async (key: string): Promise<string> => {
      const response = await clientOf().getObjectResponse(key);
      return response?.text() ?? 'nothing';
    };
    await clientOf().putObject('a.txt', 'Hello, world!');
    server.behave('error-500', { method: 'GET', key: /^a/, times: 1 });
    await expect(read('a.txt')).rejects.toThrow();
    expect(await read('a.txt')).toBe('Hello, world!');
    server.behave('reset');
    await expect(read('a.txt')).rejects.toThrow();
    server.behave('cut');
    await expect(read('a.txt')).rejects.toThrow();
    await expect(clientOf().putObject('b.txt', 'x'.repeat(100_000))).rejects.toThrow();
    expect([...server.objects.keys()]).toEqual(['a.txt']);
  });
});

describe('signatureRefusal, with the examples in the documentation of AWS', () => {
  const key = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const now = Date.parse('2013-05-24T00:00:00Z');
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const ask = (method: string, url: string, names: string, signature: string, more: object = {}) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`;
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': empty,
      'x-amz-date': '20130524T000000Z',
      authorization,
      ...more,
    };
    return signatureRefusal({ method, url, headers } as unknown as IncomingMessage, key, 'us-east-1', now); // what it reads
  };
  const range = { range: 'bytes=0-9' };
  const names = 'host;range;x-amz-content-sha256;x-amz-date';
  const good = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';

  it('accepts them', () => {
    expect(ask('GET', '/test.txt', names, good, range)).toBeUndefined();
    const listed = '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7';
    const plain = 'host;x-amz-content-sha256;x-amz-date';
    expect(ask('GET', '/?max-keys=2&prefix=J', plain, listed)).toBeUndefined();
    const stored = '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd';
    const more = {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    };
    const all = 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class';
    expect(ask('PUT', '/test%24file.text', all, stored, more)).toBeUndefined();
  });

  it('refuses them when anything is different', () => {
    for (const [method, url, more] of [
      ['GET', '/test.txt', { range: 'bytes=0-8' }],
      ['GET', '/test2.txt', range],
      ['HEAD', '/test.txt', range],
      ['GET', '/test.txt?acl', range],
    ] as const)
      expect(ask(method, url, names, good, more)).toMatchObject({ code: 'SignatureDoesNotMatch' });
    expect(ask('GET', '/test.txt', names, good, { ...range, 'x-amz-acl': 'public-read' })).toMatchObject({
      code: 'AccessDenied',
    });
  });
});
