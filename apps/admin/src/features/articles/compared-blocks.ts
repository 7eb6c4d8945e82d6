import {
  attributeChanges,
  type BlockShell,
  type ComparedBlock,
  type ComparedRun,
  compareDocuments,
} from '@sitedesk/contract/comparison';
import type { ArticleDocument, DocumentMark, MarkName, NodeName } from '@sitedesk/contract/documents';
import { type FunctionalComponent, h, type VNode } from 'vue';
import { i18n } from '../../app/i18n';
import './messages-compare';
import './editor.css';
import './compare.css';

/*
 * Shows what compareDocuments() found. Nothing is told by colour alone: what is new is underlined, what is gone is struck out, and
 * blocks and formats say in words what became of them. Those who don't see it hear it.
 */

const { t } = i18n.global;

/** Elements of blocks; others are boxes of their own. */
const TAGS: Partial<Record<NodeName, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  taskList: 'ul',
  listItem: 'li',
  taskItem: 'li',
  blockquote: 'blockquote',
  codeBlock: 'pre',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'td',
  tableHeader: 'th',
};
const MARK_TAGS: Partial<Record<MarkName, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
  highlight: 'mark',
};
/** What can only stand in its parent, so that words about it stand inside. */
const PARTS: readonly NodeName[] = ['listItem', 'taskItem', 'tableRow', 'tableCell', 'tableHeader'];
const ICONS = { inserted: '+', removed: '−', left: '↷', moved: '↶', changed: '~' } as const;

/** Compared blocks, in order. */
export const ComparedBlocks: FunctionalComponent<{ readonly blocks: readonly ComparedBlock[] }> = ({
  blocks,
}) => blocks.map((block) => blockNode(block, 'same'));
ComparedBlocks.props = ['blocks'];

/** Whether a block says that it changed; others only hold what did. */
export function isChanged({ change, moved, before, after, runs = [] }: ComparedBlock): boolean {
  if (moved || (change !== 'same' && change !== 'changed')) return true;
  return runs.some((run) => run.change !== 'same') || shellWords(before, after).length > 0;
}

/** The same for everything inside. */
export const holdsChange = (block: ComparedBlock): boolean =>
  isChanged(block) || (block.blocks ?? []).some(holdsChange);

/** What one of the two texts has of a compared block, with what became of it; empty where it has nothing. */
export function sideOfBlock(block: ComparedBlock, side: 'before' | 'after'): readonly ComparedBlock[] {
  const { change, moved, blocks, runs, ...rest } = block;
  if (side === 'before' ? change === 'inserted' || moved : change === 'removed' || change === 'left')
    return [];
  const gone = side === 'before' ? 'inserted' : 'removed';
  const { after = rest.before } = rest;
  const shells =
    side === 'before' && rest.before ? { before: rest.before } : { ...rest, ...(after && { after }) };
  return [
    {
      change,
      ...(moved && { moved }),
      ...shells,
      ...(blocks && { blocks: blocks.flatMap((each) => sideOfBlock(each, side)) }),
      ...(runs && { runs: runs.filter((run) => run.change !== gone) }),
    },
  ];
}

/** @param around what became of the block around it, which says so for all of it */
function blockNode(block: ComparedBlock, around: ComparedBlock['change']): VNode {
  const { change, before, after, blocks = [], runs = [] } = block;
  const shell = after ?? before ?? { type: 'paragraph' };
  const isTold = change === around && change !== 'changed' && !block.moved;
  const isRow = shell.type === 'tableRow'; // its cells say it
  const isStop = !isTold && !isRow && isChanged(block);
  const words = isStop ? wordsOf(block) : [];
  const label =
    words.length > 0
      ? h(
          'span',
          { class: 'compare-label' },
          words.map((word) => h('span', word)),
        )
      : undefined;
  const stop = isStop ? { 'data-stop': '', 'data-change': block.moved ? 'moved' : change, tabindex: -1 } : {};
  const children = isRow || shell.type === 'table' ? change : isTold ? around : change;
  const content: (VNode | string)[] = [
    ...blocks.map((child) => blockNode(child, isRow ? around : children)),
    ...runs.map((run) => runNode(run, change)),
    ...(ATOMS.has(shell.type) ? [nameOf(shell)] : []),
  ];
  const inner = shell.type === 'table' ? [h('tbody', content)] : content;
  const attributes = attributesOf(shell);
  if (PARTS.includes(shell.type)) return h(tagOf(shell), { ...attributes, ...stop }, [label, ...inner]);
  const element = h(tagOf(shell), attributes, inner);
  return isStop ? h('div', stop, [label, element]) : element;
}

const ATOMS = new Set<NodeName>([
  'horizontalRule',
  'embed',
  'button',
  'postList',
  'contactForm',
  'tableOfContents',
  'html',
  'introductionEnd',
  'image',
  'file',
]);

const tagOf = ({ type, attrs }: BlockShell): string =>
  type === 'heading' ? `h${Number(attrs?.['level'] ?? 2)}` : (TAGS[type] ?? 'div');

function attributesOf({ type, attrs = {} }: BlockShell): Record<string, unknown> {
  if (type === 'tableCell' || type === 'tableHeader')
    return { colspan: attrs['colspan'] ?? 1, rowspan: attrs['rowspan'] ?? 1 };
  if (type === 'taskList') return { 'data-type': type };
  if (type === 'orderedList') return { start: attrs['start'] ?? 1 };
  if (type === 'callout') return { 'data-block': type, 'data-kind': JSON.stringify(attrs['kind'] ?? 'note') };
  return TAGS[type] || type === 'heading' ? {} : { 'data-block': type };
}

/** What a block is called. */
function nameOf({ type, attrs = {} }: BlockShell): string {
  const about = attrs['label'] ?? attrs['title'] ?? attrs['stream'] ?? attrs['alt'] ?? attrs['caption'];
  const name = t(`articleCompare.blocks.${type}`, { level: String(attrs['level'] ?? '') });
  return typeof about === 'string' ? `${name}: ${about}` : name;
}

/** What became of a block, in words. */
function wordsOf({ change, moved, before, after }: ComparedBlock): readonly string[] {
  const words = moved ? [`${ICONS.moved} ${t('articleCompare.changes.moved')}`] : [];
  if (change !== 'same' && change !== 'changed')
    words.push(`${ICONS[change]} ${t(`articleCompare.changes.${change}`)}`);
  return [...words, ...shellWords(before, after).map((each) => `${ICONS.changed} ${each}`)];
}

function shellWords(before: BlockShell | undefined, after: BlockShell | undefined): readonly string[] {
  if (!before || !after) return [];
  const isOther =
    before.type !== after.type ||
    (before.type === 'heading' && before.attrs?.['level'] !== after.attrs?.['level']);
  if (isOther) return [`${nameOf(before)} → ${nameOf(after)}`];
  return attributeChanges(before, after).map(
    ({ name, before: was, after: is }) =>
      `${t(`articleCompare.attributes.${name}`)}: ${valueOf(was)} → ${valueOf(is)}`,
  );
}

function valueOf(value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
  return value === null || value === '' ? t('articleCompare.none') : String(value);
}

function runNode({ change, text, before = [], after = [] }: ComparedRun, of: ComparedBlock['change']): VNode {
  const shown = text === null ? h('br') : marked(text, change === 'removed' ? before : after);
  // All of the block is new, or gone, and says so.
  if (change === 'same' || of === 'inserted') return shown;
  if (of === 'removed' || of === 'left') return h('del', [shown]);
  if (change === 'marked')
    return h('span', { class: 'compare-marked' }, [shown, h('small', markWords(before, after).join(', '))]);
  const spoken = h('span', { class: 'sr-only' }, `${t(`articleCompare.changes.${change}`)}: `);
  return h(change === 'inserted' ? 'ins' : 'del', [spoken, text === null ? '↵' : '', shown]);
}

const marked = (text: string, marks: readonly DocumentMark[]): VNode =>
  marks.reduce<VNode>(
    (inner, { type, attrs }) =>
      type === 'link'
        ? h('span', { class: 'compare-link', title: String(attrs?.['href'] ?? '') }, [inner])
        : h(MARK_TAGS[type] ?? 'span', [inner]),
    h('span', text),
  );

function markWords(before: readonly DocumentMark[], after: readonly DocumentMark[]): readonly string[] {
  const nameIn = ({ type, attrs }: DocumentMark): string => {
    const name = t(`articleCompare.marks.${type}`);
    const about = attrs?.['href'] ?? attrs?.['lang'];
    return typeof about === 'string' ? `${name} ${about}` : name;
  };
  const same = (one: DocumentMark, other: DocumentMark): boolean =>
    one.type === other.type && JSON.stringify(one.attrs ?? {}) === JSON.stringify(other.attrs ?? {});
  const gone = before.filter((mark) => !after.some((other) => same(mark, other)));
  const added = after.filter((mark) => !before.some((other) => same(mark, other)));
  return [
    ...gone.map((mark) => `${ICONS.removed} ${nameIn(mark)}`),
    ...added.map((mark) => `${ICONS.inserted} ${nameIn(mark)}`),
  ];
}

/** What differs between two lines, word by word. */
export const ComparedText: FunctionalComponent<{ readonly before: string; readonly after: string }> = ({
  before,
  after,
}) => comparedText(before, after).flatMap(({ runs = [] }) => runs.map((run) => runNode(run, 'changed')));
ComparedText.props = ['before', 'after'];

/** Two texts as blocks that were compared. */
export const comparedText = (before: string, after: string): readonly ComparedBlock[] =>
  compareDocuments(documentOf(before), documentOf(after));

const documentOf = (text: string): ArticleDocument => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      attrs: { id: 'one' },
      ...(text !== '' && { content: [{ type: 'text', text }] }),
    },
  ],
});
