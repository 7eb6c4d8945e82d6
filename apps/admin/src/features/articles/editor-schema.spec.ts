import {
  type AttributeRule,
  type ContentRule,
  type DocumentNode,
  documentProblem,
  MARKS,
  type NodeName,
  NODES,
  type NodeRule,
} from '@sitedesk/contract/documents';
import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editorExtensions } from './editor-schema';

const schema = getSchema(
  editorExtensions(
    (name) => name,
    (text) => text,
  ),
);

type Pick = fc.GeneratorValue;
const oneOf = <T>(pick: Pick, all: readonly T[]): T => all[pick(fc.nat, { max: all.length - 1 })] as T; // never empty

function valueOf(pick: Pick, rule: AttributeRule): unknown {
  if (rule.default !== undefined && pick(fc.boolean)) return rule.default;
  switch (rule.is) {
    case 'word':
      return oneOf(pick, rule.words);
    case 'integer':
      return pick(fc.integer, { min: rule.min, max: rule.max });
    case 'flag':
      return pick(fc.boolean);
    case 'address':
      return oneOf(pick, ['https://example.org/a?b#c', '/contact', '#part', 'mailto:a@example.org']);
    case 'key':
      return oneOf(pick, ['en', 'de']);
    case 'line':
    case 'text':
      return oneOf(pick, ['Words', 'Wörter & <Zeichen> “„', '😀']);
  }
}

type Rules = Readonly<Record<string, AttributeRule>>;
const attributesOf = (pick: Pick, rules: Rules = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, valueOf(pick, rule)]));

function inlines(pick: Pick, isMarked: boolean): DocumentNode[] {
  return Array.from({ length: pick(fc.nat, { max: 3 }) }, (): DocumentNode => {
    const marks = Object.entries(MARKS)
      .filter(() => isMarked && pick(fc.nat, { max: 4 }) === 0)
      .map(([type, rule]) => ({
        type: type as keyof typeof MARKS,
        ...('attributes' in rule ? { attrs: attributesOf(pick, rule.attributes) } : {}),
      }));
    const isBreak = isMarked && pick(fc.nat, { max: 5 }) === 0;
    return isBreak
      ? { type: 'hardBreak' }
      : { type: 'text', text: pick(fc.stringMatching, /^[\p{L} <&"]{1,9}$/u), marks };
  });
}

const LEAST = { paragraph: 0, codeBlock: 0, heading: 0 } as const;
/** Deeper than that stand only blocks that hold text. */
const DEEP = 6;

function childrenOf(pick: Pick, rule: ContentRule, depth: number): DocumentNode[] {
  if ('inline' in rule) return inlines(pick, rule.inline === 'marked');
  if ('sequence' in rule) return rule.sequence.map((name) => build(pick, name as NodeName, depth + 1));
  const { blocks, first, min, max } = rule;
  const count = pick(fc.integer, { min, max: Math.min(max ?? 4, depth > DEEP ? Math.max(1, min) : 4) });
  const small = blocks.filter((name) => name in LEAST);
  const choice = depth > DEEP && small.length > 0 ? small : blocks;
  return Array.from({ length: count }, (_, index) =>
    build(pick, (index === 0 && first ? first : oneOf(pick, choice)) as NodeName, depth + 1),
  );
}

function build(pick: Pick, type: NodeName, depth: number): DocumentNode {
  const { attributes, content }: NodeRule = NODES[type];
  const attrs = attributesOf(pick, attributes);
  const children = content ? childrenOf(pick, content, depth) : [];
  return {
    type,
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(children.length > 0 ? { content: children } : {}),
  };
}

const anyDocument = fc.gen().map((pick) => build(pick, 'doc', 1));

type Attributes = Readonly<Record<string, unknown>>;
type Specified = Readonly<Record<string, { readonly default?: unknown }>>;

/** Attributes that are not their default, in one order. */
const given = (attributes: Attributes = {}, specified: Specified = {}): Attributes =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name, value]) => value !== specified[name]?.default)
      .toSorted(),
  );

const marksOf = ({ marks = [] }: DocumentNode): readonly { readonly type: string }[] =>
  marks
    .map(({ type, attrs }) => ({ type, attrs: given(attrs, schema.marks[type]?.spec.attrs) }))
    .toSorted((one, other) => one.type.localeCompare(other.type));

/** Pieces of text with the same marks are one. */
const joined = (content: readonly DocumentNode[]): readonly DocumentNode[] =>
  content.reduce<readonly DocumentNode[]>((all, node) => {
    const last = all.at(-1);
    const isSame =
      last?.text !== undefined &&
      node.text !== undefined &&
      JSON.stringify(marksOf(last)) === JSON.stringify(marksOf(node));
    return isSame ? [...all.slice(0, -1), { ...last, text: `${last.text}${node.text}` }] : [...all, node];
  }, []);

/** Without what stands for nothing. */
const plain = (node: DocumentNode): unknown => ({
  type: node.type,
  text: node.text,
  attrs: given(node.attrs, schema.nodes[node.type]?.spec.attrs),
  content: joined(node.content ?? []).map(plain),
  marks: marksOf(node),
});

describe('the editor’s schema', () => {
  it('takes every document of the contract, and gives it back as it was (E-16)', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(documentProblem(document)).toBeUndefined();
        const node = schema.nodeFromJSON(document);
        node.check();
        expect(plain(node.toJSON() as DocumentNode)).toEqual(plain(document));
        expect(documentProblem(node.toJSON())).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['an unknown block', { type: 'doc', content: [{ type: 'hologram' }] }],
    [
      'an unknown mark',
      {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'blink' }] }] }],
      },
    ],
    ['nothing', { type: 'doc', content: [] }],
    ['an item alone', { type: 'doc', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }],
    [
      'a heading in a cell',
      {
        type: 'doc',
        content: [
          {
            type: 'table',
            content: [
              {
                type: 'tableRow',
                content: [{ type: 'tableCell', content: [{ type: 'heading', attrs: { level: 2 } }] }],
              },
            ],
          },
        ],
      },
    ],
    [
      'marks in code',
      {
        type: 'doc',
        content: [{ type: 'codeBlock', content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }] }],
      },
    ],
    [
      'one column',
      {
        type: 'doc',
        content: [{ type: 'columns', content: [{ type: 'column', content: [{ type: 'paragraph' }] }] }],
      },
    ],
  ])('refuses %s, as the server does (E-17)', (_what, document) => {
    expect(documentProblem(document)).toBeDefined();
    expect(() => schema.nodeFromJSON(document).check()).toThrow();
  });
});
