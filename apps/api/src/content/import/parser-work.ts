import { DOCUMENT_LIMITS, DOCUMENT_MESSAGES } from '@sitedesk/contract/documents';
import { IMPORT_MESSAGES as TEXTS } from '@sitedesk/contract/imports';
import type { Message } from '@sitedesk/contract/messages';
import { UnreadableDocument } from './front-matter.js';
import { type ReadDocument, readDocument, type SourceDocument, type Surroundings } from './read-document.js';

/** What the process that parses documents is asked for. */
export interface ParserWork {
  readonly source: SourceDocument;
  readonly around: Surroundings;
}

/** What was read, or why that isn't possible, with the line. */
export type ParserAnswer =
  { readonly read: ReadDocument } | { readonly reason: Message; readonly line: number | null };

/**
 * Octets of a text as blocks, before links and pictures are looked up: much more than an article can have is refused at once, because
 * whoever receives it would stand still for as long as it takes to arrive.
 */
const MOST = 2 * DOCUMENT_LIMITS.octets;

export async function parse({ source, around }: ParserWork): Promise<ParserAnswer> {
  try {
    const read = await readDocument(source, around);
    const octets = Buffer.byteLength(JSON.stringify(read.content));
    if (octets <= MOST) return { read };
    const reason = DOCUMENT_MESSAGES.tooLarge({ octets, limit: DOCUMENT_LIMITS.octets });
    return { reason: TEXTS.body({ reason }), line: null };
  } catch (error) {
    if (error instanceof UnreadableDocument) return { reason: error.reason, line: error.line };
    throw error;
  }
}
