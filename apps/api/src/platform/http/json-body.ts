import {
  BadRequestException,
  HttpStatus,
  PayloadTooLargeException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Refusal } from './refusal.js';

/** The body is not JSON that we are ready to look at. */
export class MalformedBodyException extends Refusal {
  constructor(status: number = HttpStatus.BAD_REQUEST) {
    super('Malformed request body', status);
  }
}

/** The body has more octets than its route takes. */
export class BodyTooLargeException extends PayloadTooLargeException {
  constructor() {
    super('Request body too large');
  }
}

/** The body is not what its route reads, by the request's own headers or by its first octets. */
export class NotJsonException extends UnsupportedMediaTypeException {
  constructor() {
    super('Content-Type must be application/json');
  }
}

/** The client went away before its body was whole; nobody is left to read the answer. */
export class BodyAbortedException extends BadRequestException {
  constructor() {
    super('The request ended before it was complete.');
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** What a route takes at most. */
export interface JsonLimits {
  readonly maxBytes: number;
  /** Of all objects in the body together. */
  readonly maxKeys: number;
  /** Of objects and lists in each other; 32 when left out. */
  readonly maxDepth?: number;
}

const MAX_DEPTH = 32;

const bodies = new WeakMap<object, Promise<JsonObject>>();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Bodies are read by the routes that want them, after the guards: what is refused costs no reading. */
export function leaveBodiesToRoutes(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  // JSON by its name as well: finding that one is cheaper than finding out that only `*` is left.
  for (const type of ['application/json', '*']) {
    fastify.addContentTypeParser(type, (_request, _payload, done) => done(null));
  }
}

const MAX_DRAINED_BYTES = 1024 * 1024;

/**
 * Whether the connection is closed rather than drained when a refused request's body is not read. Below that it is let
 * through: a client (or the edge proxy) that still sends when the connection is closed loses the answer.
 */
export const isTooLargeToDrain = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > MAX_DRAINED_BYTES;

/** @throws NotJsonException unless the request says it carries plain JSON in UTF-8 */
export function requireJsonType(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type === 'application/json' && request.headers['content-encoding'] === undefined) return;
  const [essence = '', ...parameters] = (type ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (essence.trim() !== 'application/json' || !utf8 || request.headers['content-encoding'] !== undefined) {
    throw new NotJsonException();
  }
}

/**
 * The JSON object in the body of a request, read when it is first asked for, with the limits of the first caller.
 * @throws BodyTooLargeException, MalformedBodyException, NotJsonException
 */
export function readJsonObject(
  request: FastifyRequest,
  { maxBytes, ...shape }: JsonLimits,
): Promise<JsonObject> {
  const known = bodies.get(request);
  if (known) return known;
  const reading = readBytes(request.raw, maxBytes).then((bytes) => parseJsonObject(bytes, shape));
  bodies.set(request, reading);
  return reading;
}

/** Whether a request says that it carries the fields of an HTML form. */
export function isForm({ 'content-type': type, 'content-encoding': encoding }: IncomingHttpHeaders): boolean {
  const [essence = ''] = (type ?? '').toLowerCase().split(';');
  return essence.trim() === 'application/x-www-form-urlencoded' && encoding === undefined;
}

/**
 * The fields of an HTML form, read like {@link readJsonObject}; of two with one name the last counts, as in JSON.
 * @throws BodyTooLargeException, MalformedBodyException
 */
export function readFormFields(
  request: FastifyRequest,
  { maxBytes, maxKeys }: JsonLimits,
): Promise<JsonObject> {
  const known = bodies.get(request);
  if (known) return known;
  const reading = readBytes(request.raw, maxBytes).then((bytes) => {
    const fields = [...new URLSearchParams(bytes.toString())];
    if (fields.length > maxKeys) throw new MalformedBodyException();
    return Object.fromEntries(fields);
  });
  bodies.set(request, reading);
  return reading;
}

/** Whether the body was asked for already; refusals use it to see whose address a request carried. */
export function findJsonObject(request: FastifyRequest): Promise<JsonObject> | undefined {
  return bodies.get(request);
}

function readBytes(stream: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const announced = Number(stream.headers['content-length']);
  if (announced > maxBytes) return Promise.reject(new BodyTooLargeException());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      stop();
      stream.resume(); // the rest is let through unread, so that the answer can still be received
      reject(new BodyTooLargeException());
    };
    const onEnd = (): void => {
      stop();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const onGone = (): void => {
      stop();
      reject(new BodyAbortedException());
    };
    const stop = (): void => {
      stream.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    };
    stream.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

function parseJsonObject(bytes: Buffer, shape: Omit<JsonLimits, 'maxBytes'>): JsonObject {
  if (looksLikeUtf16(bytes)) throw new NotJsonException();
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedBodyException();
  requireModestShape(value, shape);
  return value as JsonObject; // checked: an object, not null, not an array
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)); // the decoder drops a byte order mark
  } catch {
    throw new MalformedBodyException();
  }
}

/** A byte order mark of UTF-16, or the zero octet that every ASCII character has there. */
function looksLikeUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return bytes.length > 1 && (first === 0 || second === 0);
}

/** Breadth first and without recursion, so that a deep body cannot exhaust the stack. */
function requireModestShape(
  root: object,
  { maxKeys, maxDepth = MAX_DEPTH }: Omit<JsonLimits, 'maxBytes'>,
): void {
  let level: object[] = [root];
  let keys = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw new MalformedBodyException();
    const next: object[] = [];
    for (const container of level) {
      const members = Object.values(container);
      if (!Array.isArray(container)) keys += members.length;
      if (keys > maxKeys) throw new MalformedBodyException();
      for (const member of members) if (typeof member === 'object' && member !== null) next.push(member);
    }
    level = next;
  }
}
