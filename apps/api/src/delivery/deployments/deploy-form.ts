import { type BusboyHeaders, Busboy } from '@fastify/busboy';
import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BodyAbortedException } from '../../platform/http/json-body.js';
import { DeploymentRefused } from './deployment-refused.js';

/** Fields that stand before the file. */
export type DeployFields = Readonly<Record<string, string>>;

const FIELDS = ['articleId', 'password', 'message'];
/** What a form has besides its file. */
const FORM_BYTES = 65_536;

/**
 * Reads the fields of an upload, and its file to a path once someone has agreed to the fields. Nothing of the file is read before.
 * @param admit throws for fields that are refused
 * @throws DeploymentRefused, BodyAbortedException, and what `admit` throws
 */
export async function receiveForm(
  request: IncomingMessage,
  path: string,
  admit: (fields: DeployFields) => Promise<void>,
): Promise<void> {
  requireForm(request);
  const headers = request.headers as BusboyHeaders; // it has a Content-Type
  const limits = { files: 1, fields: 16, parts: 17, fieldSize: 1_024, fileSize: LIMITS.packed };
  const form = new Busboy({ headers, limits });
  const fields: Record<string, string> = {};
  let receiving: Promise<void> | undefined;
  let receivedFile: Readable | undefined;
  const received = new Promise<void>((resolve, reject) => {
    form.on('field', (name, value) => {
      if (FIELDS.includes(name)) fields[name] = value;
    });
    form.on('file', (name, file, filename) => {
      file.on('error', reject);
      if (name !== 'zipFile' || receiving) return void file.resume();
      receivedFile = file;
      receiving = (async () => {
        await admit({ ...fields });
        if (!filename.toLowerCase().endsWith('.zip')) throw new DeploymentRefused(TEXTS.notZip);
        await pipeline(file, createWriteStream(path, { mode: 0o600 }));
        if (file.truncated) throw tooLarge();
      })();
      receiving.catch(reject);
    });
    form.on('error', () => reject(new DeploymentRefused(TEXTS.interrupted)));
    form.on('finish', resolve);
    request.on('close', () => {
      if (!request.readableEnded) reject(new BodyAbortedException());
    });
    request.pipe(form);
  });
  try {
    await received;
    if (receiving) return await receiving;
    await admit({ ...fields });
    throw new DeploymentRefused(TEXTS.noFile);
  } finally {
    request.unpipe(form);
    // Where the client went away, nothing else ends it.
    receivedFile?.destroy();
  }
}

function requireForm({ headers }: IncomingMessage): void {
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(headers['content-type'] ?? ''))
    throw new DeploymentRefused(TEXTS.notMultipart);
  if (Number(headers['content-length'] ?? 0) > LIMITS.packed + FORM_BYTES) throw tooLarge();
}

const tooLarge = (): DeploymentRefused => new DeploymentRefused(TEXTS.tooLarge({ max: LIMITS.packed }));
