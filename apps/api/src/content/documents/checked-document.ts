import { HttpStatus } from '@nestjs/common';
import { BODY_REFUSED } from '@sitedesk/contract/articles';
import { type ArticleDocument, documentProblem } from '@sitedesk/contract/documents';
import { codeOf, type Message } from '@sitedesk/contract/messages';
import { ProblemException } from '../../platform/http/problem.js';

/** @throws ProblemException 400 naming the block */
export function checkedDocument(document: object): ArticleDocument {
  const problem = documentProblem(document);
  if (problem) throw documentRefused(problem);
  return document as ArticleDocument; // checked: it is one
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
