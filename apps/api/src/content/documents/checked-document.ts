import { HttpStatus } from '@nestjs/common';
import { BODY_REFUSED } from '@sitedesk/contract/articles';
import { type ArticleDocument, type DocumentNode, documentProblem } from '@sitedesk/contract/documents';
import { HTML_MESSAGES, readHtml } from '@sitedesk/contract/html-block';
import { codeOf, type Message } from '@sitedesk/contract/messages';
import type { Principal } from '../../platform/http/principal.js';
import { ProblemException } from '../../platform/http/problem.js';

/** @throws ProblemException 400 naming the block */
export function checkedDocument(document: object): ArticleDocument {
  const problem = documentProblem(document);
  if (problem) throw documentRefused(problem);
  const checked = document as ArticleDocument; // it is one
  for (const { html, ...place } of htmlBlocks(checked)) {
    const read = readHtml(html);
    if (read.problem) throw documentRefused({ ...place, message: read.problem });
  }
  return checked;
}

/**
 * Those who may not write HTML move and delete blocks with it, and add or change none.
 * @param before the text that is replaced, asked for only if that matters
 * @throws ProblemException 400 naming the block
 */
export async function requireOwnHtml(
  { permissions }: Pick<Principal, 'permissions'>,
  document: ArticleDocument,
  before: () => Promise<ArticleDocument | undefined>,
): Promise<void> {
  if (permissions.has('pages.html')) return;
  const blocks = [...htmlBlocks(document)];
  if (blocks.length === 0) return;
  const former = await before();
  const known = new Set(former ? [...htmlBlocks(former)].map(({ html }) => html) : []);
  const added = blocks.find(({ html }) => !known.has(html));
  if (added) throw documentRefused({ ...added, message: HTML_MESSAGES.forbidden });
}

/** Blocks of HTML, with where they stand in the document. */
function* htmlBlocks(
  { content = [] }: DocumentNode,
  path = '',
): Generator<{ readonly html: string; readonly block: string | null; readonly path: string }> {
  for (const [index, node] of content.entries()) {
    const place = `${path}content.${index}`;
    if (node.type === 'html') {
      const { html, id } = node.attrs ?? {};
      yield { html: String(html), block: typeof id === 'string' ? id : null, path: `${place}.attrs.html` };
    } else if (node.content) yield* htmlBlocks(node, `${place}.`);
  }
}

/** A 400 that names the block, and where in the document it is. */
export function documentRefused({
  block,
  path,
  message,
}: {
  readonly block: string | null;
  readonly path: string;
  readonly message: Message;
}): ProblemException {
  const field = path === '' ? 'document' : `document.${path}`;
  return new ProblemException(HttpStatus.BAD_REQUEST, BODY_REFUSED, message, {
    block,
    errors: [{ field, message: message.text, ...codeOf(message) }],
  });
}
