import { createParamDecorator, type ExecutionContext, HttpStatus } from '@nestjs/common';
import { FILE_LIMITS, FILE_MESSAGES, type UploadState } from '@sitedesk/contract/files';
import { normaliseLine } from '@sitedesk/contract/text';
import { isId } from '@sitedesk/contract/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { versionIn } from '../../platform/http/entity-tag.js';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';

/*
 * Resumable uploads by the tus protocol 1.0 (https://tus.io): its core with the extensions creation, expiration and termination. These
 * are the headers; the rules are in `uploads.service.ts`.
 */
const VERSION = '1.0.0';

/** What a client asks to upload. */
export interface UploadRequest {
  readonly name: string;
  /** Id of a folder; null for the top level. */
  readonly folder: string | null;
  readonly length: number;
  /** The file that gets another content, as someone has seen it; undefined for a new one. */
  readonly replaces?: { readonly id: string; readonly revision: number };
}

/** `Upload-Length` and `Upload-Metadata`, with `filename`, `folder` and `replaces`. @throws ProblemException 412, 428, ValidationProblem */
export const NewUpload = createParamDecorator((_data: unknown, context: ExecutionContext): UploadRequest => {
  const http = context.switchToHttp();
  const { headers } = http.getRequest<FastifyRequest>();
  http.getResponse<FastifyReply>().header('Tus-Version', VERSION);
  requireVersion(headers);
  const length = numberIn(headers, 'upload-length');
  const metadata = metadataIn(String(headers['upload-metadata'] ?? ''));
  const folder = metadata.get('folder') ?? '';
  if (folder !== '' && !isId(folder)) throw ValidationProblem.at('folder', FILE_MESSAGES.noFolder);
  const name = String(normaliseLine(metadata.get('filename') ?? ''));
  const replaced = metadata.get('replaces') ?? '';
  if (replaced === '') return { name, folder: folder === '' ? null : folder.toLowerCase(), length };
  if (!isId(replaced)) throw ValidationProblem.at('replaces', FILE_MESSAGES.noFile);
  return {
    name,
    folder: null,
    length,
    replaces: { id: replaced.toLowerCase(), revision: versionIn(headers['if-match']) },
  };
});

/** What a request says of the part that it brings: looked at once the upload is known to be there. */
export type PartHeaders = IncomingHttpHeaders;

export const Part = createParamDecorator((_data: unknown, context: ExecutionContext): PartHeaders => {
  const http = context.switchToHttp();
  http.getResponse<FastifyReply>().header('Tus-Version', VERSION);
  return http.getRequest<FastifyRequest>().headers;
});

/** What is said of a part that is all of a file, where the product itself has it. */
export const WHOLE_FILE: PartHeaders = {
  'tus-resumable': VERSION,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': '0',
};

/** Where a part begins. @throws ProblemException 412, 415, ValidationProblem */
export function offsetOf(headers: PartHeaders): number {
  requireVersion(headers);
  if (headers['content-type'] !== 'application/offset+octet-stream')
    throw new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, 'validation-failed', FILE_MESSAGES.tusType);
  return numberIn(headers, 'upload-offset');
}

/** Tells the client how far its upload is. */
export function sendUploadState(reply: FastifyReply, { offset, length, expiresAt }: UploadState): void {
  reply.headers({
    'Tus-Resumable': VERSION,
    'Upload-Offset': String(offset),
    'Upload-Length': String(length),
    'Upload-Expires': new Date(expiresAt).toUTCString(),
  });
}

/** @param path of the upload that was created */
export function sendUploadPlace(reply: FastifyReply, path: string, state: UploadState): void {
  sendUploadState(reply, state);
  reply.header('Location', path);
}

/** @throws ProblemException 412 */
function requireVersion(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== VERSION)
    throw new ProblemException(HttpStatus.PRECONDITION_FAILED, 'validation-failed', FILE_MESSAGES.tusVersion);
}

/** @throws ValidationProblem */
function numberIn(headers: IncomingHttpHeaders, name: 'upload-length' | 'upload-offset'): number {
  const value = headers[name];
  const number = typeof value === 'string' && /^\d{1,13}$/.test(value) ? Number(value) : NaN;
  if (Number.isSafeInteger(number)) return number;
  throw ValidationProblem.at(
    name === 'upload-length' ? 'Upload-Length' : 'Upload-Offset',
    FILE_MESSAGES.tusHeader,
  );
}

/** `key base64, key base64`. Bytes that are no UTF-8 become U+FFFD, which no name can have. */
function metadataIn(header: string): ReadonlyMap<string, string> {
  if (header.length > 16 * FILE_LIMITS.name.max)
    throw ValidationProblem.at('Upload-Metadata', FILE_MESSAGES.tusHeader);
  return new Map(
    header.split(',').map((pair) => {
      const [key = '', value = ''] = pair.trim().split(' ');
      return [key, Buffer.from(value, 'base64').toString('utf8')];
    }),
  );
}
