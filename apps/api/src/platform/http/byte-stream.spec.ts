import { Controller, Post } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ExceptionsFilter } from '../errors/exceptions.filter.js';
import { Problems } from '../errors/problems.js';
import { ByteStream } from './byte-stream.js';
import { leaveBodiesToRoutes } from './json-body.js';

const MAX_BYTES = 1024 * 1024;

let folder: string;
/** How the upload under way ended, once it has. */
let ended: Promise<string>;

@Controller('upload')
class UploadController {
  @Post()
  async upload(@ByteStream({ maxBytes: MAX_BYTES }) body: AsyncIterable<Buffer>): Promise<string> {
    const file = join(folder, 'upload');
    const written = pipeline(body, createWriteStream(file));
    ended = written.then(
      () => 'whole',
      async (error: Error) => {
        await rm(file);
        return error.constructor.name;
      },
    );
    await written;
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  }
}

describe('an upload (@ByteStream)', () => {
  let app: NestFastifyApplication;
  let url: string;

  beforeAll(async () => {
    const module = await Test.createTestingModule({
      controllers: [UploadController],
      providers: [Problems, { provide: APP_FILTER, useClass: ExceptionsFilter }],
    })
      .useMocker(() => ({
        note: () => undefined,
        find: () => undefined,
        env: {},
        warn: () => undefined,
        error: () => undefined,
      }))
      .compile();
    app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { bodyParser: false });
    leaveBodiesToRoutes(app.getHttpAdapter().getInstance());
    await app.listen(0, '127.0.0.1');
    url = `${await app.getUrl()}/upload`;
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-upload-'));
  });

  afterEach(() => rm(folder, { recursive: true }));
  afterAll(() => app.close());

  const begin = (headers: Readonly<Record<string, string | number>>): ClientRequest =>
    request(url, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream', ...headers } });

  async function answerOf(upload: ClientRequest): Promise<{ status?: number; type?: string; text: string }> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      upload.once('response', resolve).once('error', reject),
    );
    const text = Buffer.concat(await answer.toArray()).toString();
    return { status: answer.statusCode, type: answer.headers['content-type'], text };
  }

  it('is handed on as it came, whatever its octets', async () => {
    const bytes = randomBytes(MAX_BYTES);
    const upload = begin({ 'Content-Length': bytes.length });
    upload.end(bytes);
    expect(await answerOf(upload)).toMatchObject({
      status: 201,
      text: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it('is there for its reader before it is whole', async () => {
    const upload = begin({ 'Transfer-Encoding': 'chunked' });
    upload.write(randomBytes(1000));
    while ((await readdir(folder)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    upload.end(randomBytes(1000));
    expect(await answerOf(upload)).toMatchObject({ status: 201 });
  });

  it('is refused by its length alone, and nothing is written', async () => {
    const upload = begin({ 'Content-Length': MAX_BYTES + 1 });
    upload.flushHeaders();
    expect(await answerOf(upload)).toMatchObject({
      status: 413,
      type: expect.stringContaining('application/problem+json'),
      text: expect.stringContaining('"status":413'),
    });
    expect(await readdir(folder)).toEqual([]);
    upload.destroy();
  });

  it('is refused where it becomes too large, and what was written can be removed', async () => {
    const upload = begin({ 'Transfer-Encoding': 'chunked' });
    upload.write(randomBytes(MAX_BYTES));
    upload.end(randomBytes(1));
    expect(await answerOf(upload)).toMatchObject({
      status: 413,
      type: expect.stringContaining('application/problem+json'),
    });
    expect(await ended).toBe('BodyTooLargeException');
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails for its reader when the client goes away', async () => {
    const upload = begin({ 'Content-Length': 2000 });
    upload.on('error', () => undefined);
    upload.write(randomBytes(1000));
    while ((await readdir(folder)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    upload.destroy();
    expect(await ended).toBe('BodyAbortedException');
    expect(await readdir(folder)).toEqual([]);
  });
});
