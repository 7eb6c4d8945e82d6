import {
  type ArticleDocument,
  type AttributeRule,
  type DocumentMark,
  type DocumentNode,
  MARKS,
  NODES,
} from './documents.js';
import { type Message, type MessageCodes, messages } from './messages.js';

/** What a template is for, by the numbers of articles' types: pages, posts and blogs. */
export type TemplateType = 0 | 1 | 2;

export const TEMPLATE_LIMITS = {
  name: { min: 1, max: 100 },
  /** Of a site. */
  templates: 200,
  /** Articles that use one are counted so far. */
  countedTo: 1_000,
} as const;

/** The version of a template that an article has. */
export interface TemplateRef {
  readonly id: string;
  readonly version: number;
}

/** What a template says of a text: the blocks that it begins with, and which of them stay as they are. */
export interface TemplateContent {
  readonly document: ArticleDocument;
  /** IDs of outermost blocks that are locked, in their order. The rest is free: anything may stand there. */
  readonly locked: readonly string[];
}

/** A row of the list of templates. */
export interface TemplateSummary {
  readonly id: string;
  readonly type: TemplateType;
  readonly name: string;
  /** The newest, which articles begin with. */
  readonly version: number;
  /** How many articles have it, in whatever version, counted no further than `TEMPLATE_LIMITS.countedTo`. */
  readonly uses: number;
  readonly changedAt: string;
  /** Null when the account is deleted. */
  readonly changedBy: { readonly id: string; readonly displayName: string } | null;
}

/** A template. Its entity tag counts its changes. */
export interface TemplateDetails extends TemplateSummary, TemplateContent {}

/** A version of a template. It never changes. */
export interface TemplateVersion {
  readonly version: number;
  readonly at: string;
  readonly author: { readonly id: string; readonly displayName: string } | null;
}
export interface TemplateVersionDetails extends TemplateVersion, TemplateContent {}

/** The template of an article, as its editor needs it. */
export interface ArticleTemplate extends TemplateRef, Pick<TemplateContent, 'locked'> {
  readonly name: string;
  /** Version that new articles begin with. */
  readonly newest: number;
  /** See {@link outlineOf}. */
  readonly outline: TemplateOutline;
}

export const TEMPLATE_MESSAGES = messages('template', {
  locked: 'The template “{name}” keeps this block as it is',
  noRegion: 'The template “{name}” has no place for a block here',
  lockedUnknown: 'Only outermost blocks of the template can be locked',
  full: 'A site has at most {limit} templates. Delete one first',
  unknown: 'There’s no such template',
  otherType: 'The template “{name}” is for another type of article',
  fixed: 'The template of an article isn’t changed with its text',
  noPlace: 'The template “{name}” has no free place for the text',
  otherVersion: 'This version has another template: someone who manages templates can restore it',
});
export type TemplateMessageCode = MessageCodes<typeof TEMPLATE_MESSAGES>;

/** The locked blocks of a template by ID, and null for each free region between, before or behind them. */
export type TemplateOutline = readonly (string | null)[];

const idOf = (node: DocumentNode): string | null => {
  const id = node.attrs?.['id'];
  return typeof id === 'string' ? id : null;
};

export function outlineOf({ document, locked }: TemplateContent): TemplateOutline {
  const outline: (string | null)[] = [];
  for (const node of document.content ?? []) {
    const id = idOf(node);
    if (id !== null && locked.includes(id)) outline.push(id);
    else if (outline.length === 0 || outline.at(-1) !== null) outline.push(null);
  }
  return outline;
}

/** A block of an article that isn't as its template wants it. */
export interface TemplateProblem {
  /** ID of the block in the article, or in the template where the article lacks it. */
  readonly block: string | null;
  /** Path of the block in the article; of the document where it's missing. */
  readonly path: string;
  readonly message: Message<TemplateMessageCode>;
}

/** @returns the first thing that is wrong; undefined if all locked blocks are as they were, in order, and others only where it's free */
export function templateProblem(
  { name, document: own, locked }: TemplateContent & { readonly name: string },
  document: ArticleDocument,
): TemplateProblem | undefined {
  if (locked.length === 0) return undefined;
  const outline = outlineOf({ document: own, locked });
  const blocks = new Map((own.content ?? []).map((node) => [idOf(node), node]));
  const isLocked = (block: string | null, path: string): TemplateProblem => ({
    block,
    path,
    message: TEMPLATE_MESSAGES.locked({ name }),
  });
  const present = new Set((document.content ?? []).map(idOf));
  let place = 0;
  for (const [index, node] of (document.content ?? []).entries()) {
    const id = idOf(node);
    const path = `content.${index}`;
    if (id === null || !locked.includes(id)) {
      const next = outline[place];
      if (next === null) continue;
      if (next !== undefined && !present.has(next)) return isLocked(next, path);
      return { block: id, path, message: TEMPLATE_MESSAGES.noRegion({ name }) };
    }
    if (outline[place] === null) place += 1;
    if (outline[place] !== id) return isLocked(outline[place] ?? id, path);
    if (!isSameBlock(blocks.get(id), node)) return isLocked(id, path);
    place += 1;
  }
  if (outline[place] === null) place += 1;
  const missing = outline[place];
  return missing ? isLocked(missing, '') : undefined;
}

/**
 * A text under another template, or another version of one: what stood in free regions stands in the free regions of the new one, in
 * order, and the rest in the last. Locked blocks are the new template's.
 * @param before the template that the text has now
 * @returns undefined when there's text and no place for it
 */
export function fitDocument(
  document: ArticleDocument,
  before: TemplateContent | undefined,
  after: TemplateContent,
): ArticleDocument | undefined {
  const regions = regionsOf(document, before, after);
  const outline = outlineOf(after);
  const free = outline.filter((each) => each === null).length;
  const rest = regions.slice(free).flat();
  if (free === 0 && regions.flat().some(hasContent)) return undefined;
  const own = new Map((after.document.content ?? []).map((node) => [idOf(node), node]));
  const starts = startsOf(after);
  const taken = new Set<string>();
  const fresh = (node: DocumentNode): DocumentNode => withoutIds(node, taken);
  for (const node of after.document.content ?? []) {
    const id = idOf(node);
    if (id !== null && after.locked.includes(id)) collectIds(node, taken);
  }
  let place = 0;
  const content = outline.flatMap((id): readonly DocumentNode[] => {
    const kept = id === null ? undefined : own.get(id);
    if (kept) return [kept];
    const mine = [...(regions[place] ?? []), ...(place === free - 1 ? rest : [])];
    const start = starts[place] ?? [];
    place += 1;
    return (mine.some(hasContent) ? mine : start).map(fresh);
  });
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

/** What stands in the free regions of a text; all of it without a template. */
function regionsOf(
  document: ArticleDocument,
  before: TemplateContent | undefined,
  after: TemplateContent,
): readonly (readonly DocumentNode[])[] {
  const again = new Map((after.document.content ?? []).map((node) => [idOf(node), node]));
  const outline = before ? outlineOf(before) : [null];
  const regions: DocumentNode[][] = outline.filter((each) => each === null).map(() => []);
  const last = regions.length - 1;
  let [place, region] = [0, 0];
  for (const node of document.content ?? []) {
    const id = idOf(node);
    if (id !== null && before?.locked.includes(id)) {
      place = Math.max(place, outline.indexOf(id) + 1);
      region = outline.slice(0, place).filter((each) => each === null).length;
      continue;
    }
    // What an earlier template of it left behind comes back with this one.
    if (id !== null && after.locked.includes(id) && isSameBlock(again.get(id), node)) continue;
    if (last < 0) regions.push([node]);
    else regions[Math.min(region, last)]?.push(node);
  }
  return regions;
}

/** What free regions of a template begin with. */
function startsOf({ document, locked }: TemplateContent): readonly (readonly DocumentNode[])[] {
  const starts: DocumentNode[][] = [];
  let isOpen = false;
  for (const node of document.content ?? []) {
    const id = idOf(node);
    if (id !== null && locked.includes(id)) {
      isOpen = false;
      continue;
    }
    if (!isOpen) starts.push([]);
    starts.at(-1)?.push(node);
    isOpen = true;
  }
  return starts;
}

const hasContent = (node: DocumentNode): boolean =>
  node.type !== 'paragraph' || (node.content?.length ?? 0) > 0;

function collectIds(node: DocumentNode, ids: Set<string>): void {
  const id = idOf(node);
  if (id !== null) ids.add(id);
  for (const child of node.content ?? []) collectIds(child, ids);
}

/** Without IDs that another block has already: the next save in the editor gives it one. */
function withoutIds(node: DocumentNode, taken: Set<string>): DocumentNode {
  const id = idOf(node);
  const isTwice = id !== null && taken.has(id);
  if (id !== null) taken.add(id);
  const content = node.content?.map((child) => withoutIds(child, taken));
  return {
    ...node,
    ...(isTwice && { attrs: { ...node.attrs, id: null } }),
    ...(content && { content }),
  };
}

/** Whether two blocks show the same, whatever was left out or put otherwise; IDs of blocks inside aside. */
export const isSameBlock = (one: DocumentNode | undefined, other: DocumentNode): boolean =>
  one !== undefined && shapeOf(one) === shapeOf(other);

const shapeOf = (node: DocumentNode): string => {
  if (node.type === 'text' || node.type === 'hardBreak')
    return JSON.stringify([node.type, node.text ?? null, marksOf(node.marks)]);
  const { attributes = {} } = NODES[node.type] as { attributes?: Readonly<Record<string, AttributeRule>> };
  return JSON.stringify([
    node.type,
    valuesOf(attributes, node.attrs),
    joined(node.content ?? []).map(shapeOf),
  ]);
};

/** Every attribute, in the order of its rules. */
const valuesOf = (
  rules: Readonly<Record<string, AttributeRule>>,
  attrs: Readonly<Record<string, unknown>> = {},
): readonly unknown[] => Object.entries(rules).map(([name, rule]) => attrs[name] ?? rule.default ?? null);

const marksOf = (marks: readonly DocumentMark[] = []): readonly unknown[] =>
  marks
    .map(({ type, attrs }) => {
      const rule: { readonly attributes?: Readonly<Record<string, AttributeRule>> } = MARKS[type];
      return JSON.stringify([type, valuesOf(rule.attributes ?? {}, attrs)]);
    })
    .toSorted();

/** Pieces of text that are marked alike, as one. */
function joined(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  const result: DocumentNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (last?.text !== undefined && node.text !== undefined && isMarkedAlike(last, node))
      result[result.length - 1] = { ...last, text: last.text + node.text };
    else result.push(node);
  }
  return result;
}

const isMarkedAlike = (one: DocumentNode, other: DocumentNode): boolean =>
  JSON.stringify(marksOf(one.marks)) === JSON.stringify(marksOf(other.marks));
