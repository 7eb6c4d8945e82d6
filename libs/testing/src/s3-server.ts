import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from './local-server.js';
import { headerOf, type S3Credentials, type S3Refusal, sha256, signatureRefusal } from './s3-signature.js';

/** What becomes of requests; the names say it. */
export type S3Behaviour =
  | 'ok'
  /** The connection is closed before an answer. */
  | 'reset'
  | 'error-500'
  /** 503, as when too much is asked. */
  | 'slow-down'
  | 'access-denied'
  /** Takes the request, and never answers. */
  | 'silent'
  /** Never reads the body. */
  | 'deaf'
  /** Closes the connection in the middle of the request's body, or of the answer's. */
  | 'cut'
  /** Stops in the middle of the answer's body. */
  | 'stall'
  /** Answers after {@link SLOW_MS}. */
  | 'slow';

/** Which requests behave so; the others are answered as ever. */
export interface S3Scope {
  readonly method?: string;
  readonly key?: RegExp;
  /** How many requests; all of them unless given. */
  readonly times?: number;
}

/** One request as it came in. */
export interface S3Call {
  readonly method: string;
  readonly key: string;
  readonly status: number;
}

/** A service that speaks the S3 protocol, with one bucket in memory. */
export interface S3Server extends S3Credentials {
  /** Origin, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly port: number;
  readonly bucket: string;
  readonly region: string;
  /** What is in the bucket, by key. */
  readonly objects: Map<string, Buffer>;
  /** Media types of those that were stored with one, by key. */
  readonly types: ReadonlyMap<string, string>;
  /** In the order of their answers. */
  readonly calls: readonly S3Call[];
  behave(behaviour: S3Behaviour, scope?: S3Scope): void;
  close(): Promise<void>;
}

export interface S3Options extends Partial<S3Credentials> {
  readonly bucket?: string;
  readonly region?: string;
  /** Objects on a page of a listing at most. */
  readonly pageSize?: number;
}

const SLOW_MS = 300;

/** Starts one on a free port of this machine. */
export async function startS3Server(options: S3Options = {}): Promise<S3Server> {
  const state = new BucketState(options);
  const { url, port, close } = await startLocalServer((request, response) => state.answer(request, response));
  return {
    url,
    port,
    bucket: state.bucket,
    region: state.region,
    accessKeyId: state.credentials.accessKeyId,
    secretAccessKey: state.credentials.secretAccessKey,
    objects: state.objects,
    types: state.types,
    calls: state.calls,
    behave: (behaviour, scope = {}) =>
      void (state.behaviour = { behaviour, scope, left: scope.times ?? Infinity }),
    close,
  };
}

class BucketState {
  readonly bucket: string;
  readonly region: string;
  readonly credentials: S3Credentials;
  readonly objects = new Map<string, Buffer>();
  readonly types = new Map<string, string>();
  readonly calls: S3Call[] = [];
  behaviour: { readonly behaviour: S3Behaviour; readonly scope: S3Scope; left: number } = {
    behaviour: 'ok',
    scope: {},
    left: Infinity,
  };
  private readonly pageSize: number;

  constructor(options: S3Options) {
    this.bucket = options.bucket ?? 'files';
    this.region = options.region ?? 'us-east-1';
    this.pageSize = options.pageSize ?? 1_000;
    this.credentials = {
      accessKeyId: options.accessKeyId ?? `id${randomBytes(8).toString('hex')}`,
      secretAccessKey: options.secretAccessKey ?? randomBytes(20).toString('base64'),
    };
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { bucket, key, query } = placeOf(request, this.bucket);
    response.once('close', () =>
      this.calls.push({ method: request.method ?? '', key, status: response.statusCode }),
    );
    const behaviour = this.behaviourFor(request.method, key);
    switch (behaviour) {
      case 'reset':
        return void response.destroy();
      case 'deaf':
        return;
      case 'silent':
        return void request.resume();
      case 'error-500':
        return refuse(request, response, { status: 500, code: 'InternalError' });
      case 'slow-down':
        return refuse(request, response, { status: 503, code: 'SlowDown' });
      case 'access-denied':
        return refuse(request, response, { status: 403, code: 'AccessDenied' });
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        break;
      case 'cut':
        if (request.method === 'PUT') return void request.once('data', () => response.destroy());
        break;
      case 'stall':
      case 'ok':
        break;
      default:
        behaviour satisfies never;
    }
    const refusal =
      signatureRefusal(request, this.credentials, this.region, Date.now()) ??
      (bucket === this.bucket ? undefined : { status: 404, code: 'NoSuchBucket' });
    if (refusal) return refuse(request, response, refusal);
    const octets = await bodyOf(request);
    const hash = headerOf(request, 'x-amz-content-sha256');
    if (hash.startsWith('STREAMING-'))
      return refuse(request, response, { status: 501, code: 'NotImplemented' });
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(octets))
      return refuse(request, response, { status: 400, code: 'XAmzContentSHA256Mismatch' });
    if (key === '') return this.list(query, response);
    return this.answerFor(request, response, key, octets, behaviour);
  }

  private behaviourFor(method: string | undefined, key: string): S3Behaviour {
    const { behaviour, scope, left } = this.behaviour;
    const isMeant =
      left > 0 &&
      (scope.method === undefined || scope.method === method) &&
      (scope.key === undefined || scope.key.test(key));
    if (!isMeant) return 'ok';
    this.behaviour.left -= 1;
    return behaviour;
  }

  private answerFor(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    octets: Buffer,
    behaviour: S3Behaviour,
  ): void {
    const object = this.objects.get(key);
    switch (request.method ?? '') {
      case 'PUT':
        this.objects.set(key, octets);
        this.types.set(key, headerOf(request, 'content-type'));
        return void response.writeHead(200, { etag: etagOf(octets) }).end();
      case 'DELETE':
        this.objects.delete(key);
        return void response.writeHead(204).end();
      case 'HEAD':
      case 'GET':
        if (!object) return refuse(request, response, { status: 404, code: 'NoSuchKey' });
        return sendObject(request, response, object, behaviour);
      default:
        return refuse(request, response, { status: 405, code: 'MethodNotAllowed' });
    }
  }

  /** ListObjectsV2. A token is the last key of the page before. */
  private list(query: URLSearchParams, response: ServerResponse): void {
    const token = query.get('continuation-token');
    const last = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString();
    const prefix = query.get('prefix') ?? '';
    const most = Math.min(Number(query.get('max-keys') ?? this.pageSize), this.pageSize);
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > last).sort();
    const page = keys.slice(0, most);
    const isTruncated = keys.length > page.length;
    const next = Buffer.from(page.at(-1) ?? '').toString('base64');
    const contents = page.map((key) => {
      const object = this.objects.get(key) ?? Buffer.alloc(0);
      return `<Contents><Key>${escaped(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>${escaped(etagOf(object))}</ETag><Size>${object.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${this.bucket}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
  }
}

/** The bucket is in the path, or in front of the host. */
function placeOf(
  { url = '', headers }: IncomingMessage,
  ours: string,
): { readonly bucket: string; readonly key: string; readonly query: URLSearchParams } {
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  const parts = path.slice(1).split('/').map(decodeURIComponent);
  const bucket = headers.host?.startsWith(`${ours}.`) ? ours : (parts.shift() ?? '');
  return { bucket, key: parts.join('/'), query: new URLSearchParams(search) };
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  object: Buffer,
  behaviour: S3Behaviour,
): void {
  const range = rangeIn(headerOf(request, 'range'), object.length);
  if (range === 'unsatisfiable') return refuse(request, response, { status: 416, code: 'InvalidRange' });
  const part = range ? object.subarray(range.start, range.end + 1) : object;
  response.writeHead(range ? 206 : 200, {
    etag: etagOf(object),
    'accept-ranges': 'bytes',
    'content-length': part.length,
    'content-type': 'application/octet-stream',
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${object.length}` }),
  });
  if (request.method === 'HEAD') return void response.end();
  const half = part.subarray(0, part.length / 2);
  if (behaviour === 'cut') return void response.write(half, () => response.destroy());
  if (behaviour === 'stall') return void response.write(half);
  response.end(part);
}

/** A single range; any other header is none. */
function rangeIn(
  header: string,
  size: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined {
  const { first = '', last = '' } = /^bytes=(?<first>\d*)-(?<last>\d*)$/.exec(header)?.groups ?? {};
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, code }: S3Refusal): void {
  request.resume();
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    request.method === 'HEAD'
      ? undefined
      : `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused.</Message></Error>`,
  );
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array)); // no encoding is set: octets
  return Buffer.concat(chunks);
}

const etagOf = (octets: Buffer): string => `"${createHash('md5').update(octets).digest('hex')}"`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
