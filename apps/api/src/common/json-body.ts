import {
  BadRequestException,
  type CanActivate,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  PayloadTooLargeException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { CONTACT_ERRORS, CONTACT_LIMITS } from '@sitedesk/contract';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.js';

/** The body is not JSON that we are ready to look at (D12). */
export class MalformedBodyException extends Refusal {
  constructor() {
    super(CONTACT_ERRORS.malformedBody, HttpStatus.BAD_REQUEST);
  }
}

/** The client went away before its body was whole; nobody is left to read the answer. */
export class BodyAbortedException extends BadRequestException {
  constructor() {
    super('The request ended early.');
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

const bodies = new WeakMap<object, Promise<JsonObject>>();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws UnsupportedMediaTypeException unless the request says it carries plain JSON in UTF-8 */
export function requireJsonType(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type === 'application/json' && request.headers['content-encoding'] === undefined) return;
  const [essence = '', ...parameters] = (type ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (essence.trim() !== 'application/json' || !utf8 || request.headers['content-encoding'] !== undefined) {
    throw new UnsupportedMediaTypeException(CONTACT_ERRORS.unsupportedMediaType);
  }
}

/**
 * The JSON object in the body of a request, read when it is first asked for: what refuses a request earlier costs no
 * reading. At most `maxBytes`, 32 levels and 64 keys.
 * @throws PayloadTooLargeException, MalformedBodyException, UnsupportedMediaTypeException
 */
export function readJsonObject(request: FastifyRequest, maxBytes: number): Promise<JsonObject> {
  const known = bodies.get(request);
  if (known) return known;
  const reading = readBytes(request.raw, maxBytes).then(parseJsonObject);
  bodies.set(request, reading);
  return reading;
}

/** Whether the body was asked for already; refusals use it to see whose address a request carried. */
export function findJsonObject(request: FastifyRequest): Promise<JsonObject> | undefined {
  return bodies.get(request);
}

function readBytes(stream: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const announced = Number(stream.headers['content-length']);
  if (announced > maxBytes) return Promise.reject(new PayloadTooLargeException(CONTACT_ERRORS.bodyTooLarge));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      stop();
      stream.resume(); // the rest is let through unread, so that the answer can still be received
      reject(new PayloadTooLargeException(CONTACT_ERRORS.bodyTooLarge));
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

function parseJsonObject(bytes: Buffer): JsonObject {
  if (looksLikeUtf16(bytes)) throw new UnsupportedMediaTypeException(CONTACT_ERRORS.unsupportedMediaType);
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedBodyException();
  requireModestShape(value);
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
function requireModestShape(root: object): void {
  let level: object[] = [root];
  let keys = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > CONTACT_LIMITS.jsonDepth) throw new MalformedBodyException();
    const next: object[] = [];
    for (const container of level) {
      const members = Object.values(container);
      if (!Array.isArray(container)) keys += members.length;
      if (keys > CONTACT_LIMITS.jsonKeys) throw new MalformedBodyException();
      for (const member of members) if (typeof member === 'object' && member !== null) next.push(member);
    }
    level = next;
  }
}

/** Reads the body of a JSON route once every guard before it has agreed. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    requireJsonType(request);
    request.body = await readJsonObject(request, CONTACT_LIMITS.bodyBytes);
    return true;
  }
}
