import type { DocumentMark } from '@sitedesk/contract/documents';
import { headingIds, plainText } from '../documents/render-document.js';
import type { RawNode } from './html-parts.js';

/** The beginning of any page (HTML, "select the indicated part"). */
const TOP = 'top';

/** What links within a document lead to. */
export interface InnerLinks {
  readonly content: readonly RawNode[];
  /** How many became text, because they lead to nothing that a page has a place for. */
  readonly removed: number;
}

/**
 * Has links within a document lead to its headings by the ids that they have here.
 * @param names of headings in the source, by the ids of their blocks
 */
export function resolveInnerLinks(
  content: readonly RawNode[],
  names: ReadonlyMap<string, readonly string[]>,
): InnerLinks {
  const ids = headingIds({ type: 'doc', content });
  const targets = new Map<string, string>();
  const add = (name: string, id: string): void => {
    if (!targets.has(name)) targets.set(name, id);
  };
  for (const [heading, id] of ids) for (const name of names.get(blockId(heading)) ?? []) add(name, id);
  for (const [heading, id] of ids) add(headingSlug(heading), id);
  for (const id of ids.values()) add(id, id);

  let removed = 0;
  const resolved = (mark: DocumentMark): readonly DocumentMark[] => {
    const href = mark.type === 'link' ? mark.attrs?.['href'] : undefined;
    if (typeof href !== 'string' || !href.startsWith('#')) return [mark];
    const name = decoded(href.slice(1));
    if (name === '' || name === TOP) return [mark];
    const id = targets.get(name) ?? targets.get(name.toLowerCase());
    if (id !== undefined) return [{ ...mark, attrs: { ...mark.attrs, href: `#${encodeURIComponent(id)}` } }];
    removed += 1;
    return [];
  };
  const visit = ({ marks = [], content: children, ...node }: RawNode): RawNode => {
    const kept = marks.flatMap(resolved);
    return {
      ...node,
      ...(kept.length > 0 && { marks: kept }),
      ...(children && { content: joined(children.map(visit)) }),
    };
  };
  return { content: content.map(visit), removed };
}

/** Texts without marks that follow each other are one text, as the editor has it. */
function joined(nodes: readonly RawNode[]): readonly RawNode[] {
  const all: RawNode[] = [];
  for (const node of nodes) {
    const before = all.at(-1);
    const isPlain = [before, node].every((each) => each?.type === 'text' && !each.marks);
    if (before && isPlain) all[all.length - 1] = { ...before, text: `${before.text}${node.text}` };
    else all.push(node);
  }
  return all;
}

const blockId = ({ attrs }: RawNode): string => String(attrs?.['id']);

/** A heading's id as the sites that show Markdown make it: its words in small letters, with hyphens for spaces. */
const headingSlug = (heading: RawNode): string =>
  plainText(heading)
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a name like any other
  }
}
