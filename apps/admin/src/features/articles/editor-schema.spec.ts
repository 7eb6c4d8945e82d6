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
import { DOMSerializer, DOMParser as TextParser } from '@tiptap/pm/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editorExtensions } from './editor-schema';

const schema = getSchema(
  editorExtensions(
    (name) => name,
    (text) => text,
  ),
);

/** Documents that are tried; `PROPERTY_RUNS` is for more than every run has time for. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 500);

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
      return oneOf(
        pick,
        ['en', 'de', '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41'].filter(
          (key) => rule.pattern.test(key) && key.length <= rule.max,
        ),
      );
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

type Children = readonly DocumentNode[];

/** A document with one thing changed somewhere in it, which may make it none. */
function broken(pick: Pick, node: DocumentNode): DocumentNode {
  const children: Children = node.content ?? [];
  const place = children.length > 0 ? pick(fc.nat, { max: children.length - 1 }) : 0;
  const child = children[place];
  const withChildren = (content: Children): DocumentNode => ({ ...node, content });
  if (child?.content && pick(fc.nat, { max: 3 }) > 0)
    return withChildren(children.toSpliced(place, 1, broken(pick, child)));
  const name = oneOf(pick, Object.keys(NODES)) as NodeName; // its own members
  switch (pick(fc.nat, { max: 5 })) {
    case 0:
      return withChildren(children.toSpliced(place, 1));
    case 1:
      return withChildren(children.toSpliced(place, 0, build(pick, name, 1)));
    case 2:
      if (node.type === 'doc') return withChildren([]);
      return { ...node, type: name, attrs: attributesOf(pick, (NODES[name] as NodeRule).attributes) };
    case 3:
      return withChildren([...children, ...children]);
    case 4:
      return withChildren([...children, { type: 'text', text: 'loose', marks: [{ type: 'bold' }] }]);
    default:
      return withChildren([]);
  }
}
const anyBroken = fc.gen().map((pick) => broken(pick, build(pick, 'doc', 1)));
const isRefused = (document: DocumentNode): boolean => {
  try {
    schema.nodeFromJSON(document).check();
    return false;
  } catch {
    return true;
  }
};

describe('the editor’s schema', () => {
  it('refuses what the server refuses of documents that were changed at random, and nothing else (E-17)', () => {
    const answers = new Set<boolean>();
    fc.assert(
      fc.property(anyBroken, (document) => {
        const problem = documentProblem(document);
        answers.add(problem === undefined);
        expect([isRefused(document), problem?.message.text]).toEqual([
          problem !== undefined,
          problem?.message.text,
        ]);
      }),
      { numRuns: RUNS },
    );
    expect(answers.size).toBe(2);
  });

  it('takes every document of the contract, and gives it back as it was (E-16)', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(documentProblem(document)).toBeUndefined();
        const node = schema.nodeFromJSON(document);
        node.check();
        expect(plain(node.toJSON() as DocumentNode)).toEqual(plain(document));
        expect(documentProblem(node.toJSON())).toBeUndefined();
      }),
      { numRuns: RUNS },
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

  it('shows a list from its first number on, and copies it with that', () => {
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Fourth' }] };
    const item = { type: 'listItem', content: [paragraph] };
    const list = schema.nodeFromJSON({ type: 'orderedList', attrs: { start: 4 }, content: [item] });
    const shown = document.createElement('div');
    shown.append(DOMSerializer.fromSchema(schema).serializeNode(list));
    expect(shown.querySelector('ol')?.getAttribute('start')).toBe('4');
    expect(TextParser.fromSchema(schema).parse(shown).firstChild?.attrs['start']).toBe(4);
  });
});
