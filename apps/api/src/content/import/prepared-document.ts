import type { ImportNote } from '@sitedesk/contract/imports';
import type { Message } from '@sitedesk/contract/messages';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** A document of an export: what it says of itself in the words of front matter, and its text as HTML. */
export interface PreparedDocument {
  readonly data: Readonly<Record<string, unknown>>;
  readonly html: string;
  /** Whether it's a page, also where the others become posts. */
  readonly isPage: boolean;
  /** ID of the profile of its author, where the export's email address is that of a user here. */
  readonly authorId: string | null;
  readonly notes: readonly ImportNote[];
}

/** A picture that came within a document. */
export interface PackedPicture {
  /** Of the pictures of its document, beside it. */
  readonly folder: string;
  readonly name: string;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly octets: Buffer;
}

/** A document that came as a file with everything in it. */
export interface UnpackedDocument {
  readonly document: PreparedDocument;
  readonly pictures: readonly PackedPicture[];
}

/** A document of an export on its way. */
export interface ExportedDocument {
  /** The same whenever its site is exported again. */
  readonly externalId: string;
  readonly document: PreparedDocument;
}

/** What an export has besides its documents. */
export interface ExportSummary {
  /** Where the documents were published. */
  readonly hosts: readonly string[];
  /** What isn't imported, by kind. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** By what documents call them, with the email address of each; empty where it has none. */
  readonly authors: readonly { readonly key: string; readonly email: string }[];
}

/** An export that can't be read at all. */
export class UnreadableExport extends Error {
  constructor(readonly reason: Message) {
    super(reason.text);
  }
}

/** The text of a line that may have markup and character references. */
export async function plainText(html: string): Promise<string> {
  if (!/[<&]/.test(html)) return html.trim();
  const { parseFragment } = await import('parse5');
  return textOf(parseFragment(html)).trim();
}

function textOf(node: Tree.Node): string {
  if ('value' in node) return node.value;
  if ('tagName' in node && /^(?:script|style|template)$/.test(node.tagName)) return '';
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

export const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname.toLowerCase() || undefined : undefined;

/** Counts kinds. */
export const count = (counts: Map<string, number>, kind: string, by = 1): void =>
  void counts.set(kind, (counts.get(kind) ?? 0) + by);
