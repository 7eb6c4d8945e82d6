import { LAYOUT_LIMITS, LAYOUT_MESSAGES, type LayoutMessageCode } from '@sitedesk/contract/layouts';
import type { Message } from '@sitedesk/contract/messages';
import type { DefaultTreeAdapterTypes as Tree, TreeAdapter } from 'parse5';

/** What the HTML parser reports of a place. */
export interface HtmlFault {
  readonly code: string;
  readonly startOffset: number;
}

/** HTML that would take the parser too long: there is no end to what it does with elements that are nested wrongly. */
export class TooMuchHtml extends Error {
  constructor(readonly problem: Message<LayoutMessageCode>) {
    super(problem.text);
  }
}

/**
 * Reads a page as a browser without scripts would, with the place of everything in the source.
 * @param most elements
 * @throws TooMuchHtml
 */
export async function parsedHtml(
  html: string,
  most: number,
  onFault: (fault: HtmlFault) => void = () => undefined,
): Promise<Tree.Document> {
  // First used when someone edits a layout: most instances never do.
  const { parse, defaultTreeAdapter } = await import('parse5');
  let [depth, elements] = [0, 0];
  const treeAdapter: TreeAdapter<Tree.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    onItemPush: () => {
      depth += 1;
      elements += 1;
      const { depth: deepest } = LAYOUT_LIMITS;
      if (depth > deepest) throw new TooMuchHtml(LAYOUT_MESSAGES.tooDeep({ limit: deepest }));
      if (elements > most) throw new TooMuchHtml(LAYOUT_MESSAGES.tooManyElements({ limit: most }));
    },
    onItemPop: () => void (depth -= 1),
  };
  const onParseError = ({ code, startOffset }: HtmlFault): void => onFault({ code, startOffset });
  return parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false, treeAdapter, onParseError });
}
