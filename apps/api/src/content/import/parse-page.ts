import { IMPORT_MESSAGES as TEXTS } from '@sitedesk/contract/imports';
import type { DefaultTreeAdapterTypes as Tree, TreeAdapter } from 'parse5';
import { UnreadableDocument } from './front-matter.js';

/** Deeper, the parser's stack would end before a document's limit is reached; and no text of a person is. */
const DEPTH = 300;
const ELEMENTS = 100_000;

/** Parses a page. @throws UnreadableDocument when it's nested too deep, or has too many elements */
export async function parsePage(html: string): Promise<Tree.Document> {
  const { parse, defaultTreeAdapter } = await import('parse5');
  let [depth, elements] = [0, 0];
  const treeAdapter: TreeAdapter<Tree.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    // Also of those that hold nothing, such as pictures, which are never open.
    createElement: (...of) => {
      elements += 1;
      if (elements > ELEMENTS) throw new UnreadableDocument(TEXTS.tooDeep);
      return defaultTreeAdapter.createElement(...of);
    },
    onItemPush: () => {
      depth += 1;
      if (depth > DEPTH) throw new UnreadableDocument(TEXTS.tooDeep);
    },
    onItemPop: () => void (depth -= 1),
  };
  return parse(html, { scriptingEnabled: false, treeAdapter });
}
