import { DOCUMENT_LIMITS, DOCUMENT_MESSAGES } from '@sitedesk/contract/documents';
import { IMPORT_MESSAGES as TEXTS } from '@sitedesk/contract/imports';
import type { Message } from '@sitedesk/contract/messages';
import { UnreadableDocument } from './front-matter.js';
import { readGoogle } from './google-document.js';
import type { UnpackedDocument } from './prepared-document.js';
import { type ReadDocument, readDocument, type SourceDocument, type Surroundings } from './read-document.js';
import { readWord } from './word-document.js';

/** What the process that parses documents is asked for: to read a text, or a file with a text and its pictures. */
export type ParserWork =
  | { readonly source: SourceDocument; readonly around: Surroundings }
  | {
      readonly kind: 'word' | 'google';
      readonly path: string;
      /** Name that its pictures get beside it. */
      readonly folder: string;
    };

/** What was read, or why that isn't possible, with the line. */
export type ParserAnswer =
  | { readonly read: ReadDocument }
  | { readonly unpacked: UnpackedDocument }
  | { readonly reason: Message; readonly line: number | null };

/**
 * Octets of a text as blocks, before links and pictures are looked up: much more than an article can have is refused at once, because
 * whatever receives it would stand still for as long as it takes to arrive.
 */
const MOST = 2 * DOCUMENT_LIMITS.octets;

export async function parse(work: ParserWork): Promise<ParserAnswer> {
  try {
    if ('kind' in work) {
      const read = work.kind === 'word' ? readWord : readGoogle;
      return { unpacked: await read(work.path, work.folder) };
    }
    const read = await readDocument(work.source, work.around);
    const octets = Buffer.byteLength(JSON.stringify(read.content));
    if (octets <= MOST) return { read };
    const reason = DOCUMENT_MESSAGES.tooLarge({ octets, limit: DOCUMENT_LIMITS.octets });
    return { reason: TEXTS.body({ reason }), line: null };
  } catch (error) {
    if (error instanceof UnreadableDocument) return { reason: error.reason, line: error.line };
    throw error;
  }
}
