import type { ArticleFields } from './articles.js';
import { contentOf, holdsBlocks, holdsText, idOf, markKey, tokensOf } from './comparison.js';
import { type ArticleDocument, type DocumentNode, documentProblem } from './documents.js';
import { commonPlaces } from './sequences.js';

/** What two people changed in different ways. The merged document has one of the two. */
export interface MergeConflict {
  /** ID of the block; null for the whole document. */
  readonly block: string | null;
  /** Null where it's new. */
  readonly base: DocumentNode | null;
  readonly ours: DocumentNode;
  readonly theirs: DocumentNode;
}

export interface MergedDocument {
  readonly document: ArticleDocument;
  readonly conflicts: readonly MergeConflict[];
}

export interface MergedFields {
  readonly fields: ArticleFields;
  /** Names of those that both changed; they have our values. */
  readonly conflicts: readonly (keyof ArticleFields)[];
}

/**
 * Merges what two people made of one document, by the IDs of blocks and then by words. A block that one has changed survives that the
 * other deletes it. Where no conflict is named, nothing that either wrote is missing, and the order of the two doesn't matter.
 */
export function mergeDocuments(
  base: ArticleDocument,
  ours: ArticleDocument,
  theirs: ArticleDocument,
): MergedDocument {
  const merge = new Merge(base, ours, theirs);
  const document: ArticleDocument = { type: 'doc', content: merge.content };
  if (!documentProblem(document) && merge.isWhole(document)) return { document, conflicts: merge.conflicts };
  // Both are fine on their own, and make no document together: such as the last two columns, one deleted by each.
  return { document: settled(ours, theirs), conflicts: [{ block: null, base, ours, theirs }] };
}

/** Merges fields, each as a whole. */
export function mergeFields(base: ArticleFields, ours: ArticleFields, theirs: ArticleFields): MergedFields {
  const conflicts: (keyof ArticleFields)[] = [];
  const merged = Object.entries(ours).map(([key, value]: [string, unknown]) => {
    const name = key as keyof ArticleFields; // the type's own members
    const [was, our, their] = [base[name], value, theirs[name]].map((each) => JSON.stringify(each));
    if (our === their || was === their) return [name, value];
    if (was !== our) conflicts.push(name);
    return [name, was === our ? theirs[name] : value];
  });
  return { fields: { ...ours, ...Object.fromEntries(merged) }, conflicts };
}

export type MergeChoice = 'ours' | 'theirs' | 'both';

/** What people want where both wrote. */
export interface MergeDecision {
  readonly conflict: MergeConflict;
  readonly choice: MergeChoice;
}

/** A merged document with what people have decided. Of blocks that hold blocks it's about their attributes: what they hold is merged. */
export function decideConflicts(
  document: ArticleDocument,
  decisions: readonly MergeDecision[],
): ArticleDocument {
  const whole = decisions.find(({ conflict }) => conflict.block === null);
  if (whole) return chosen(whole) as ArticleDocument; // only a whole document has no ID
  const known = new Map(decisions.map((decision) => [decision.conflict.block, decision]));
  const decide = (node: DocumentNode): readonly DocumentNode[] => {
    const decision = known.get(idOf(node) ?? '');
    const content = node.content && holdsBlocks(node) ? node.content.flatMap(decide) : node.content;
    if (!decision) return [content ? { ...node, content } : node];
    const { ours, theirs } = decision.conflict;
    if (holdsBlocks(ours) && holdsBlocks(theirs))
      return [{ ...shellOf(chosen(decision)), ...(content && { content }) }];
    return decision.choice === 'both' ? [ours, unnamed(theirs)] : [chosen(decision)];
  };
  return { ...document, content: (document.content ?? []).flatMap(decide) };
}

/** Whether both texts of a block can stand there, one after the other. */
export const canKeepBoth = (document: ArticleDocument, conflict: MergeConflict): boolean =>
  conflict.block !== null &&
  holdsText(conflict.ours) &&
  holdsText(conflict.theirs) &&
  !documentProblem(decideConflicts(document, [{ conflict, choice: 'both' }]));

const chosen = ({ conflict, choice }: MergeDecision): DocumentNode =>
  choice === 'theirs' ? conflict.theirs : conflict.ours;

/** The block without its ID, which another one has. */
const unnamed = ({ attrs, ...node }: DocumentNode): DocumentNode => {
  const rest = Object.entries(attrs ?? {}).filter(([name]) => name !== 'id');
  return { ...node, ...(rest.length > 0 && { attrs: Object.fromEntries(rest) }) };
};

/** A block, and the ID of the block that it is in. */
interface Placed {
  readonly node: DocumentNode;
  readonly parent: string;
}

type Side = 'ours' | 'theirs';
const otherOf = (side: Side): Side => (side === 'ours' ? 'theirs' : 'ours');

class Merge {
  readonly content: readonly DocumentNode[];
  readonly conflicts: MergeConflict[] = [];
  private readonly base: ReadonlyMap<string, Placed>;
  private readonly sides: Readonly<Record<Side, ReadonlyMap<string, Placed>>>;

  constructor(base: ArticleDocument, ours: ArticleDocument, theirs: ArticleDocument) {
    this.base = placesIn(base);
    this.sides = { ours: placesIn(ours), theirs: placesIn(theirs) };
    this.content = this.list(base.content ?? [], ours.content ?? [], theirs.content ?? [], '');
  }

  /** Whether every block that both have is there: two moves may have put each of two blocks into the other. */
  isWhole(document: ArticleDocument): boolean {
    const places = placesIn(document);
    return [...this.sides.ours.keys()].every((id) => !this.sides.theirs.has(id) || places.has(id));
  }

  /** Blocks that stand beside one another. What only one of the two has goes behind what it stood behind there. */
  private list(
    base: readonly DocumentNode[],
    ours: readonly DocumentNode[],
    theirs: readonly DocumentNode[],
    parent: string,
  ): readonly DocumentNode[] {
    const [former, our, their] = [keyed(base), keyed(ours), keyed(theirs)];
    const groupsOf = (own: ReadonlyMap<string, DocumentNode>): ReadonlyMap<string, readonly string[]> => {
      const groups = new Map<string, string[]>();
      let anchor = '';
      for (const key of own.keys()) {
        if (our.has(key) && their.has(key)) anchor = key;
        else groups.set(anchor, [...(groups.get(anchor) ?? []), key]);
      }
      return groups;
    };
    const [ourGroups, theirGroups] = [groupsOf(our), groupsOf(their)];
    const keys = ['', ...commonOrder([...former.keys()], [...our.keys()], [...their.keys()])].flatMap(
      (key) => {
        const groups = [ourGroups.get(key) ?? [], theirGroups.get(key) ?? []];
        return [key, ...groups.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)).flat()];
      },
    );
    return keys.flatMap((key) => {
      const [one, other] = [our.get(key), their.get(key)];
      if (one && other) return this.both(former.get(key) ?? this.base.get(key)?.node, one, other);
      if (one) return this.alone(former.get(key), one, parent, 'ours');
      return other ? this.alone(former.get(key), other, parent, 'theirs') : [];
    });
  }

  /** A block that both have. */
  private both(
    base: DocumentNode | undefined,
    ours: DocumentNode,
    theirs: DocumentNode,
  ): readonly DocumentNode[] {
    const shell = threeWay(base && shellOf(base), shellOf(ours), shellOf(theirs));
    if (holdsBlocks(ours) && holdsBlocks(theirs)) {
      const former = base && holdsBlocks(base) ? (base.content ?? []) : [];
      const content = this.list(former, ours.content ?? [], theirs.content ?? [], idOf(ours) ?? UNNAMED);
      if (content.length === 0) return []; // each has deleted a part
      if (!shell) this.conflicts.push({ block: idOf(ours) ?? null, base: base ?? null, ours, theirs });
      return [{ ...(shell ?? shellOf(settled(ours, theirs))), content }];
    }
    const whole = threeWay(base, ours, theirs);
    if (whole) return [whole];
    if (shell && base && [base, ours, theirs].every(holdsText)) {
      const content = mergeText(base.content ?? [], ours.content ?? [], theirs.content ?? []);
      if (content) return [{ ...shell, ...(content.length > 0 && { content }) }];
    }
    this.conflicts.push({ block: idOf(ours) ?? null, base: base ?? null, ours, theirs });
    return [settled(ours, theirs)];
  }

  /** A block that only one of the two has in this list. */
  private alone(
    former: DocumentNode | undefined,
    node: DocumentNode,
    parent: string,
    side: Side,
  ): readonly DocumentNode[] {
    const id = idOf(node) ?? '';
    const before = this.base.get(id);
    const isDeleted =
      !this.sides[otherOf(side)].has(id) && (former !== undefined || before?.parent === parent);
    // What the other has deleted stays if it was changed here, or moved.
    return isDeleted && isSame(former ?? before?.node, node) ? [] : this.kept(node, parent, side);
  }

  /** Such a block as it is, but for what the other has moved out of it. */
  private kept(node: DocumentNode, parent: string, side: Side): readonly DocumentNode[] {
    const moved = this.moved(node, parent, side);
    if (moved) return moved;
    if (!holdsBlocks(node)) return [node];
    const list = idOf(node) ?? UNNAMED;
    const content = (node.content ?? []).flatMap((child) => this.kept(child, list, side));
    return content.length === 0 ? [] : [{ ...node, content }];
  }

  /** A block that the other has in another list: here if it was moved here, and not if it was moved there. */
  private moved(node: DocumentNode, parent: string, side: Side): readonly DocumentNode[] | undefined {
    const id = idOf(node) ?? '';
    const there = this.sides[otherOf(side)].get(id);
    if (!there) return undefined;
    const before = this.base.get(id);
    if (before?.parent === parent) return [];
    // Both have moved it: one of the places is as good as the other, and it has to be the same one for both.
    if (before?.parent !== there.parent && parent > there.parent) return [];
    return side === 'ours'
      ? this.both(before?.node, node, there.node)
      : this.both(before?.node, there.node, node);
  }
}

/** The block around one without an ID. */
const UNNAMED = '?';

function placesIn(document: ArticleDocument): ReadonlyMap<string, Placed> {
  const places = new Map<string, Placed>();
  const walk = (content: readonly DocumentNode[], parent: string): void => {
    for (const node of content) {
      const id = idOf(node);
      if (id !== undefined) places.set(id, { node, parent });
      if (holdsBlocks(node)) walk(node.content ?? [], id ?? UNNAMED);
    }
  };
  walk(document.content ?? [], '');
  return places;
}

/** Blocks of a list by ID; those without one by what they hold, so that a changed one is another. */
function keyed(content: readonly DocumentNode[]): ReadonlyMap<string, DocumentNode> {
  const keys = new Map<string, DocumentNode>();
  for (const node of content) {
    const key = idOf(node) ?? `#${contentOf(node)}`;
    let count = 0;
    while (keys.has(`${key}${count || ''}`)) count += 1;
    keys.set(`${key}${count || ''}`, node);
  }
  return keys;
}

/** The order of what both have: of the one who has changed it. */
function commonOrder(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  const [inOurs, inTheirs, inBase] = [new Set(ours), new Set(theirs), new Set(base)];
  const [one, other] = [ours.filter((key) => inTheirs.has(key)), theirs.filter((key) => inOurs.has(key))];
  const former = base.filter((key) => inOurs.has(key) && inTheirs.has(key)).join();
  if (one.filter((key) => inBase.has(key)).join() === former) return other;
  if (other.filter((key) => inBase.has(key)).join() === former) return one;
  return one.join() < other.join() ? one : other;
}

/** What one of the two has changed, or both in the same way; undefined where they differ. */
function threeWay<Value>(base: Value | undefined, ours: Value, theirs: Value): Value | undefined {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  return isSame(base, ours) ? theirs : undefined;
}

/** Whether two values are the same but for the order of their members. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** Members in one order: the database keeps none. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  ) ?? '';

/** One of two, whichever comes first. */
const settled = <Value>(ours: Value, theirs: Value): Value =>
  canonical(ours) <= canonical(theirs) ? ours : theirs;

const shellOf = ({ type, attrs }: DocumentNode): DocumentNode => ({ type, ...(attrs && { attrs }) });

/** A word of a block's text, or a line break. */
interface Atom {
  readonly node: DocumentNode;
  readonly key: string;
}

const atomsOf = (content: readonly DocumentNode[]): readonly Atom[] =>
  content.flatMap((node) =>
    node.text === undefined
      ? [{ node, key: `\0${markKey(node.marks)}` }]
      : tokensOf(node.text).map((text) => ({
          node: { ...node, text },
          key: `${text}\0${markKey(node.marks)}`,
        })),
  );

/** What takes the place of a part of the former text. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly atoms: readonly Atom[];
}

function changesOf(base: readonly Atom[], atoms: readonly Atom[]): readonly Change[] {
  const places = commonPlaces(
    base.map(({ key }) => key),
    atoms.map(({ key }) => key),
  );
  const changes: Change[] = [];
  let [start, from] = [0, 0];
  for (const [end, until] of [...places, [base.length, atoms.length] as const]) {
    if (end > start || until > from) changes.push({ start, end, atoms: atoms.slice(from, until) });
    [start, from] = [end + 1, until + 1];
  }
  return changes;
}

/** Text with the changes of both; undefined where they touch. */
function mergeText(
  base: readonly DocumentNode[],
  ours: readonly DocumentNode[],
  theirs: readonly DocumentNode[],
): readonly DocumentNode[] | undefined {
  const former = atomsOf(base);
  const ourChanges = changesOf(former, atomsOf(ours));
  const theirChanges = changesOf(former, atomsOf(theirs));
  const isTouched = ourChanges.some(({ start, end }) =>
    theirChanges.some((other) => start <= other.end && other.start <= end),
  );
  if (isTouched) return undefined;
  const merged: Atom[] = [];
  let next = 0;
  for (const { start, end, atoms } of [...ourChanges, ...theirChanges].toSorted(
    (one, other) => one.start - other.start,
  )) {
    merged.push(...former.slice(next, start), ...atoms);
    next = end;
  }
  merged.push(...former.slice(next));
  const nodes: DocumentNode[] = [];
  for (const { node } of merged) {
    const last = nodes.at(-1);
    if (last?.text !== undefined && node.text !== undefined && markKey(last.marks) === markKey(node.marks))
      nodes[nodes.length - 1] = { ...last, text: last.text + node.text };
    else nodes.push(node);
  }
  return nodes;
}
