import type { ArticleFields } from './articles.js';
import {
  type ArticleDocument,
  type DocumentMark,
  type DocumentNode,
  type NodeName,
  type NodeRule,
  NODES,
} from './documents.js';
import { commonPlaces, longestRise } from './sequences.js';

/** A block without what it holds. */
export interface BlockShell {
  readonly type: NodeName;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** A piece of text in a compared block. */
export interface ComparedRun {
  /** `marked`: the same text, marked in another way. */
  readonly change: 'same' | 'marked' | 'inserted' | 'removed';
  /** Null is a line break. */
  readonly text: string | null;
  /** How it was marked; missing where it wasn't, or wasn't there, or is the same after. */
  readonly before?: readonly DocumentMark[];
  /** How it is marked. */
  readonly after?: readonly DocumentMark[];
}

/** A block of one or both of the documents. */
export interface ComparedBlock {
  /** `left`: it stood here, and is elsewhere now. */
  readonly change: 'same' | 'changed' | 'inserted' | 'removed' | 'left';
  /** Whether it stood elsewhere before. */
  readonly moved?: boolean;
  /** As it was; missing where it wasn't there, or is the same after. */
  readonly before?: BlockShell;
  /** As it is; missing where it's removed, or has left. */
  readonly after?: BlockShell;
  readonly blocks?: readonly ComparedBlock[];
  readonly runs?: readonly ComparedRun[];
}

/** An attribute of a block that has another value. */
export interface AttributeChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A field of an article that has another value. */
export interface FieldChange {
  readonly name: keyof ArticleFields;
  readonly before: unknown;
  readonly after: unknown;
}

/** Answer of `GET /editor/articles/:number/compare`. */
export interface ArticleComparison {
  /** Versions that were compared; null is the draft. */
  readonly from: number | null;
  readonly to: number | null;
  readonly fields: readonly FieldChange[];
  /** All blocks of both, in order. */
  readonly blocks: readonly ComparedBlock[];
  readonly counts: ComparisonCounts;
}

/** How much differs. */
export interface ComparisonCounts {
  readonly wordsInserted: number;
  readonly wordsRemoved: number;
  readonly blocksInserted: number;
  readonly blocksRemoved: number;
  readonly blocksMoved: number;
  /** With another text, other marks or other attributes. */
  readonly blocksChanged: number;
}

/** Fields that differ. */
export const compareFields = (before: ArticleFields, after: ArticleFields): readonly FieldChange[] =>
  ([...new Set([...Object.keys(after), ...Object.keys(before)])] as (keyof ArticleFields)[]) // the type's own members: both were stored as such
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }));

/**
 * Compares two documents by the IDs of their blocks, and words within blocks that both have. The result holds both documents: see
 * {@link sideOf}. Blocks without an ID are known by what they hold, or else by their place.
 */
export const compareDocuments = (before: ArticleDocument, after: ArticleDocument): readonly ComparedBlock[] =>
  new Comparison(before, after).blocks;

/** Attributes of a block that differ, its ID aside. */
export function attributeChanges(before: BlockShell, after: BlockShell): readonly AttributeChange[] {
  const rules = new Set([...attributeNames(before), ...attributeNames(after)]);
  return [...rules]
    .map((name) => ({ name, before: attributeOf(before, name), after: attributeOf(after, name) }))
    .filter((each) => each.before !== each.after);
}

/** One of the two documents that were compared. */
export const sideOf = (blocks: readonly ComparedBlock[], side: 'before' | 'after'): ArticleDocument => ({
  type: 'doc',
  content: nodesOf(blocks, side),
});

/** How much differs between two documents. */
export function countChanges(blocks: readonly ComparedBlock[]): ComparisonCounts {
  const counts = {
    wordsInserted: 0,
    wordsRemoved: 0,
    blocksInserted: 0,
    blocksRemoved: 0,
    blocksMoved: 0,
    blocksChanged: 0,
  };
  const count = ({ change, moved, before, after, blocks: inner = [], runs = [] }: ComparedBlock): void => {
    if (change === 'left') return;
    if (change === 'inserted') counts.blocksInserted += 1;
    if (change === 'removed') counts.blocksRemoved += 1;
    if (moved) counts.blocksMoved += 1;
    const isOwn =
      runs.some((run) => run.change !== 'same') || (before && after && !isSameShell(before, after));
    if (change === 'changed' && isOwn) counts.blocksChanged += 1;
    for (const run of runs) {
      if (run.change === 'inserted') counts.wordsInserted += wordsIn(run.text);
      if (run.change === 'removed') counts.wordsRemoved += wordsIn(run.text);
    }
    for (const block of inner) count(block);
  };
  for (const block of blocks) count(block);
  return counts;
}

/** How far a block without an ID is looked for. */
const NEAR = 20;

class Comparison {
  readonly blocks: readonly ComparedBlock[];
  /** The same block in the other document. */
  private readonly partners = new Map<DocumentNode, DocumentNode>();

  constructor(before: ArticleDocument, after: ArticleDocument) {
    const known = new Map<string, DocumentNode>();
    for (const node of blocksIn(before)) {
      const id = idOf(node);
      if (id !== undefined) known.set(id, node);
    }
    for (const node of blocksIn(after)) {
      const other = known.get(idOf(node) ?? '');
      if (other && canPair(other, node)) this.pair(other, node);
    }
    this.blocks = this.list(before.content ?? [], after.content ?? []);
  }

  private pair(before: DocumentNode, after: DocumentNode): void {
    this.partners.set(before, after);
    this.partners.set(after, before);
  }

  /** Blocks that stand beside one another in either document, each at its place, former ones first. */
  private list(before: readonly DocumentNode[], after: readonly DocumentNode[]): readonly ComparedBlock[] {
    this.pairUnnamed(before, after);
    const places = new Map(before.map((node, place) => [node, place]));
    const partnerPlaces = after.map((node) => {
      const partner = this.partners.get(node);
      return partner === undefined ? -1 : (places.get(partner) ?? -1);
    });
    const staying = longestRise(partnerPlaces);
    const result: ComparedBlock[] = [];
    let [nextBefore, nextAfter] = [0, 0];
    const pass = (untilBefore: number, untilAfter: number): void => {
      for (const node of before.slice(nextBefore, untilBefore))
        result.push(this.partners.has(node) ? whole(node, 'left') : this.removed(node));
      for (const node of after.slice(nextAfter, untilAfter)) {
        const partner = this.partners.get(node);
        result.push(partner ? { ...this.both(partner, node), moved: true } : this.inserted(node));
      }
      [nextBefore, nextAfter] = [untilBefore + 1, untilAfter + 1];
    };
    for (const [place, node] of after.entries()) {
      const partner = staying.has(place) ? this.partners.get(node) : undefined;
      if (!partner) continue;
      pass(partnerPlaces[place] ?? 0, place);
      result.push(this.both(partner, node));
    }
    pass(before.length, after.length);
    return result;
  }

  /** Pairs blocks that one of the documents has no ID for: those that hold the same, and those between them in order. */
  private pairUnnamed(before: readonly DocumentNode[], after: readonly DocumentNode[]): void {
    const ours = before.filter((node) => !this.partners.has(node));
    const theirs = after.filter((node) => !this.partners.has(node));
    if (ours.length === 0 || theirs.length === 0) return;
    if ([...ours, ...theirs].every((node) => idOf(node) !== undefined)) return;
    const mayPair = (one: DocumentNode, other: DocumentNode): boolean =>
      (idOf(one) === undefined || idOf(other) === undefined) && canPair(one, other);
    let [nextBefore, nextAfter] = [0, 0];
    const pass = (untilBefore: number, untilAfter: number): void => {
      const rest = theirs.slice(nextAfter, untilAfter);
      for (const one of ours.slice(nextBefore, untilBefore)) {
        const place = rest
          .slice(0, NEAR)
          .findIndex((other) => other.type === one.type && mayPair(one, other));
        const other = rest[place];
        if (other) this.pair(one, other);
        rest.splice(0, place + 1);
      }
      [nextBefore, nextAfter] = [untilBefore + 1, untilAfter + 1];
    };
    for (const [place, otherPlace] of commonPlaces(ours.map(contentOf), theirs.map(contentOf))) {
      const [one, other] = [ours[place], theirs[otherPlace]];
      if (!one || !other || !mayPair(one, other)) continue;
      pass(place, otherPlace);
      this.pair(one, other);
    }
    pass(ours.length, theirs.length);
  }

  private both(before: DocumentNode, after: DocumentNode): ComparedBlock {
    const isText = holdsText(after);
    const runs = isText ? compareText(before.content ?? [], after.content ?? []) : [];
    const blocks = isText ? [] : this.list(before.content ?? [], after.content ?? []);
    const isSame =
      isSameShell(shellOf(before), shellOf(after)) &&
      runs.every(({ change }) => change === 'same') &&
      blocks.every(({ change, moved }) => change === 'same' && !moved);
    const isKept = before.type === after.type && JSON.stringify(before.attrs) === JSON.stringify(after.attrs);
    return {
      change: isSame ? 'same' : 'changed',
      ...(isKept ? {} : { before: shellOf(before) }),
      after: shellOf(after),
      ...held(blocks, runs),
    };
  }

  private inserted(node: DocumentNode): ComparedBlock {
    if (holdsText(node)) return whole(node, 'inserted');
    return { change: 'inserted', after: shellOf(node), ...held(this.list([], node.content ?? []), []) };
  }

  private removed(node: DocumentNode): ComparedBlock {
    if (holdsText(node)) return whole(node, 'removed');
    return { change: 'removed', before: shellOf(node), ...held(this.list(node.content ?? [], []), []) };
  }
}

/** A block that only one of the documents has there. */
function whole(node: DocumentNode, change: 'inserted' | 'removed' | 'left'): ComparedBlock {
  const shell = shellOf(node);
  const children = node.content ?? [];
  const isText = holdsText(node);
  const side = change === 'inserted' ? ({ after: shell } as const) : ({ before: shell } as const);
  return {
    change,
    ...side,
    ...held(
      isText ? [] : children.map((child) => whole(child, change)),
      isText ? children.map((child) => runOf(child, change === 'inserted' ? 'inserted' : 'removed')) : [],
    ),
  };
}

const held = (
  blocks: readonly ComparedBlock[],
  runs: readonly ComparedRun[],
): Pick<ComparedBlock, 'blocks' | 'runs'> => ({
  ...(blocks.length > 0 && { blocks }),
  ...(runs.length > 0 && { runs }),
});

const shellOf = ({ type, attrs }: DocumentNode): BlockShell => ({
  type: type as NodeName, // text and line breaks are no blocks
  ...(attrs && { attrs }),
});

const ruleOf = (type: NodeName): NodeRule => NODES[type];

export function holdsText({ type }: DocumentNode): boolean {
  const { content } = ruleOf(type as NodeName); // as above
  return content !== undefined && 'inline' in content;
}

/** Whether one can have become the other: a paragraph can become a heading, and a list another list, but not a list. */
const canPair = (before: DocumentNode, after: DocumentNode): boolean =>
  before.type === after.type ||
  (holdsBlocks(before) && holdsBlocks(after)) ||
  (holdsText(before) && holdsText(after));

export const holdsBlocks = (node: DocumentNode): boolean =>
  ruleOf(node.type as NodeName).content !== undefined && !holdsText(node);

export const idOf = ({ attrs }: DocumentNode): string | undefined =>
  typeof attrs?.['id'] === 'string' ? attrs['id'] : undefined;

/** Every block of a document but itself. */
function* blocksIn(node: DocumentNode): Generator<DocumentNode> {
  if (holdsText(node)) return;
  for (const child of node.content ?? []) {
    yield child;
    yield* blocksIn(child);
  }
}

/** The same for blocks that hold the same, whatever their IDs. */
export const contentOf = (node: DocumentNode): string =>
  JSON.stringify(node, (name, value: unknown) => {
    if (name !== 'attrs') return value;
    const rest = Object.entries(Object(value)).filter(([attribute]) => attribute !== 'id');
    return rest.length > 0 ? rest : undefined;
  });

const attributeNames = ({ type, attrs = {} }: BlockShell): readonly string[] =>
  [...Object.keys(ruleOf(type).attributes ?? {}), ...Object.keys(attrs)].filter((name) => name !== 'id');

const attributeOf = ({ type, attrs }: BlockShell, name: string): unknown =>
  attrs?.[name] ?? ruleOf(type).attributes?.[name]?.default ?? null;

const isSameShell = (before: BlockShell, after: BlockShell): boolean =>
  before.type === after.type && attributeChanges(before, after).length === 0;

/** A line break in the text of a block; no text holds it. */
const BREAK = '\0';

export const markKey = (marks: readonly DocumentMark[] = []): string =>
  marks.length === 0 ? '' : JSON.stringify(marks.map((mark) => JSON.stringify(mark)).toSorted());

const runOf = ({ text, marks }: DocumentNode, change: 'same' | 'inserted' | 'removed'): ComparedRun => ({
  change,
  text: text ?? null,
  ...(marks?.length ? { [change === 'removed' ? 'before' : 'after']: marks } : {}),
});

/** Scripts that don't part words. */
const UNPARTED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const HAS_UNPARTED = new RegExp(UNPARTED, 'u');
/** A word, or another character; each with the white space behind it. */
const TOKEN = /(?:[\p{L}\p{N}\p{M}]+|\P{White_Space})\s*|\s+/gu;
/** The same, with single characters for words of these scripts. */
const UNPARTED_TOKEN = new RegExp(
  `(?:${UNPARTED}\\p{M}*|(?:(?!${UNPARTED})[\\p{L}\\p{N}\\p{M}])+|\\P{White_Space})\\s*|\\s+`,
  'gu',
);
export const tokensOf = (text: string): readonly string[] =>
  text.match(HAS_UNPARTED.test(text) ? UNPARTED_TOKEN : TOKEN) ?? [];

const wordsIn = (text: string | null): number =>
  tokensOf(text ?? '').filter((token) => /[\p{L}\p{N}]/u.test(token)).length;

/** A piece of text that is marked in one way. */
interface Piece {
  readonly text: string;
  readonly marks: readonly DocumentMark[] | undefined;
}

/** The text of a block, to be read from its beginning to its end. */
class MarkedText {
  readonly text: string;
  private place = 0;
  private start = 0;

  constructor(private readonly content: readonly DocumentNode[]) {
    this.text = content.map(({ text }) => text ?? BREAK).join('');
  }

  /** What is marked in one way from a character on, up to another at most; never before what was read. */
  piece(at: number, until: number): Piece {
    while (this.start + this.lengthHere < at + 1) {
      this.start += this.lengthHere;
      this.place += 1;
    }
    const marks = this.content[this.place]?.marks;
    return {
      text: this.text.slice(at, Math.min(until, this.start + this.lengthHere)),
      marks: marks?.length ? marks : undefined,
    };
  }

  /** All of it between two characters. */
  *pieces(from: number, until: number): Generator<Piece> {
    for (let at = from; at < until;) {
      const piece = this.piece(at, until);
      yield piece;
      at += piece.text.length;
    }
  }

  private get lengthHere(): number {
    return this.content[this.place]?.text?.length ?? BREAK.length;
  }
}

/** Compares the text of two blocks word by word, and how what they share is marked. */
function compareText(
  before: readonly DocumentNode[],
  after: readonly DocumentNode[],
): readonly ComparedRun[] {
  const [former, latter] = [new MarkedText(before), new MarkedText(after)];
  const runs: ComparedRun[] = [];
  let [nextBefore, nextAfter] = [0, 0];
  const differ = (untilBefore: number, untilAfter: number): void => {
    for (const { text, marks } of former.pieces(nextBefore, untilBefore))
      addRun(runs, { change: 'removed', text, ...(marks && { before: marks }) });
    for (const { text, marks } of latter.pieces(nextAfter, untilAfter))
      addRun(runs, { change: 'inserted', text, ...(marks && { after: marks }) });
  };
  for (const { one, other, length } of commonParts(former.text, latter.text)) {
    differ(one, other);
    for (let at = 0; at < length;) {
      const was = former.piece(one + at, one + length);
      const is = latter.piece(other + at, other + length);
      const text = was.text.length < is.text.length ? was.text : is.text;
      const isSame = markKey(was.marks) === markKey(is.marks);
      const marks = {
        ...(!isSame && was.marks && { before: was.marks }),
        ...(is.marks && { after: is.marks }),
      };
      addRun(runs, { change: isSame ? 'same' : 'marked', text, ...marks });
      at += text.length;
    }
    [nextBefore, nextAfter] = [one + length, other + length];
  }
  differ(former.text.length, latter.text.length);
  return runs;
}

/** Adds a run to those before it, or to the last of them if that is of the same kind. */
function addRun(runs: ComparedRun[], run: ComparedRun): void {
  const last = runs.at(-1);
  if (run.text === BREAK) runs.push({ ...run, text: null });
  else if (
    last &&
    last.text !== null &&
    last.change === run.change &&
    markKey(last.before) === markKey(run.before) &&
    markKey(last.after) === markKey(run.after)
  )
    runs[runs.length - 1] = { ...last, text: last.text + run.text };
  else runs.push(run);
}

/** A part that two texts have in common: where it begins in each. */
interface CommonPart {
  readonly one: number;
  readonly other: number;
  readonly length: number;
}

/** What two texts have in common, in whole words. */
function commonParts(before: string, after: string): readonly CommonPart[] {
  if (before === after) return before === '' ? [] : [{ one: 0, other: 0, length: before.length }];
  const [former, latter] = [tokensOf(before), tokensOf(after)];
  const [formerStarts, latterStarts] = [startsOf(former), startsOf(latter)];
  const parts: CommonPart[] = [];
  let part = { one: 0, other: 0, length: 0 };
  const places = commonPlaces(former.map(wordOf), latter.map(wordOf));
  for (const [place, otherPlace] of places) {
    const [one = 0, other = 0] = [formerStarts[place], latterStarts[otherPlace]];
    if (part.one + part.length !== one || part.other + part.length !== other) {
      parts.push(part);
      part = { one, other, length: 0 };
    }
    const [ours = '', theirs = ''] = [former[place], latter[otherPlace]];
    // The same word may have other white space behind it.
    part.length += ours === theirs ? ours.length : wordOf(ours).length;
  }
  parts.push(part);
  return parts.filter(({ length }) => length > 0);
}

const wordOf = (token: string): string => token.trimEnd();

function startsOf(tokens: readonly string[]): readonly number[] {
  let start = 0;
  return tokens.map((token) => (start += token.length) - token.length);
}

function nodesOf(blocks: readonly ComparedBlock[], side: 'before' | 'after'): readonly DocumentNode[] {
  return blocks.flatMap(({ change, moved, before, after, blocks: inner = [], runs = [] }) => {
    const shell = side === 'before' ? (before ?? after) : after;
    if (!shell || (side === 'before' && (moved || change === 'inserted'))) return [];
    const content = [...nodesOf(inner, side), ...textNodes(runs, side)];
    return [{ ...shell, ...(content.length > 0 && { content }) }];
  });
}

function textNodes(runs: readonly ComparedRun[], side: 'before' | 'after'): readonly DocumentNode[] {
  const nodes: DocumentNode[] = [];
  for (const { change, text, before, after } of runs) {
    if (change === (side === 'before' ? 'inserted' : 'removed')) continue;
    const marks = side === 'before' && change !== 'same' ? before : after;
    const last = nodes.at(-1);
    if (text === null) nodes.push({ type: 'hardBreak', ...(marks && { marks }) });
    else if (last?.text !== undefined && markKey(last.marks) === markKey(marks))
      nodes[nodes.length - 1] = { ...last, text: last.text + text };
    else nodes.push({ type: 'text', text, ...(marks && { marks }) });
  }
  return nodes;
}
