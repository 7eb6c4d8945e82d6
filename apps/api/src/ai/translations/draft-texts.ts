import {
  ARTICLE_LIMITS,
  ARTICLE_TYPES,
  type ArticleFields,
  type ArticleType,
} from '@sitedesk/contract/articles';
import {
  type ArticleDocument,
  type AttributeRule,
  type DocumentNode,
  type NodeName,
  NODES,
} from '@sitedesk/contract/documents';
import { REPLACED_FIELDS, type ReplacedField } from '@sitedesk/contract/replace-text';
import { randomBytes } from 'node:crypto';
import { hasWords, type ProtectedText, protectedText, textNode } from './protected-text.js';

/** A draft, as far as it's translated. */
export interface TranslatedDraft {
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
}

/** A text of a draft that is translated as a whole. */
export interface DraftText extends ProtectedText {
  /** `fields.title`; the ID of a block, or with an attribute of it: `AbCdEfGhIjKl.alt`. */
  readonly key: string;
  readonly field: ReplacedField | null;
  readonly block: string | null;
  /** What it says, without what stands for links and the like. */
  readonly plain: string;
  /** Characters that its translation may have; undefined where only the document has a limit. */
  readonly max: number | undefined;
}

/** Attributes that are words for readers. The source of a quotation is a name. */
const WORDS: Readonly<Partial<Record<NodeName, readonly string[]>>> = {
  table: ['caption'],
  embed: ['title'],
  button: ['label'],
  image: ['alt', 'caption'],
  file: ['label'],
};

/** Characters that fields may have. */
const fieldLimits = (type: ArticleType): Readonly<Record<ReplacedField, number>> => ({
  title: type === ARTICLE_TYPES.stream ? ARTICLE_LIMITS.streamTitle.max : ARTICLE_LIMITS.title.max,
  introduction: ARTICLE_LIMITS.introduction.max,
  bannerText: ARTICLE_LIMITS.imageText.max,
  searchTitle: ARTICLE_LIMITS.searchTitle.max,
  searchDescription: ARTICLE_LIMITS.searchDescription.max,
});

const idOf = (node: DocumentNode): string | null => {
  const id = node.attrs?.['id'];
  return typeof id === 'string' ? id : null;
};

const isTextBlock = ({ type, content = [] }: DocumentNode): boolean =>
  type !== 'codeBlock' && content.some((child) => child.type === 'text');

/** The same with an ID for every block that has something to translate, so that it's found again. */
export function withBlockIds(document: ArticleDocument, locked: readonly string[]): ArticleDocument {
  const identified = (node: DocumentNode): DocumentNode => {
    const id = idOf(node);
    if (id !== null && locked.includes(id)) return node;
    const isTranslated = isTextBlock(node) || node.type in WORDS;
    return {
      ...node,
      ...(isTranslated && id === null && { attrs: { ...node.attrs, id: newBlockId() } }),
      ...(node.content && { content: isTextBlock(node) ? node.content : node.content.map(identified) }),
    };
  };
  return { ...document, content: (document.content ?? []).map(identified) };
}

/** Twelve letters and digits, of which nobody has the same. */
const newBlockId = (): string => randomBytes(6).toString('hex');

/** What of an article isn't translated. */
export interface Untranslated {
  /** IDs of outermost blocks that the article's template keeps as they are. */
  readonly locked: readonly string[];
  /** What a copy's title ends with, which its translation won't. */
  readonly suffix: string;
}

/** The texts of a draft, in the order in which they are read. */
export function draftTexts(
  { fields, document }: TranslatedDraft,
  type: ArticleType,
  { locked, suffix }: Untranslated,
): readonly DraftText[] {
  const limits = fieldLimits(type);
  const texts: DraftText[] = [];
  const add = (
    nodes: readonly DocumentNode[],
    where: Pick<DraftText, 'key' | 'field' | 'block' | 'max'>,
  ): void => {
    const text = protectedText(nodes);
    const plain = nodes.map((node) => node.text ?? '\n').join('');
    if (hasWords(text)) texts.push({ ...where, ...text, plain });
  };
  for (const field of REPLACED_FIELDS) {
    const own = fields[field];
    const isMarked = field === 'title' && suffix !== '' && own?.endsWith(suffix);
    const value = isMarked ? own?.slice(0, -suffix.length) : own;
    if (value) add([textNode(value, [])], { key: `fields.${field}`, field, block: null, max: limits[field] });
  }
  const visit = (node: DocumentNode): void => {
    const block = idOf(node);
    if (node.type === 'codeBlock' || node.type === 'text' || node.type === 'hardBreak') return;
    for (const name of block === null ? [] : (WORDS[node.type] ?? [])) {
      const value = node.attrs?.[name];
      const max = lineLimit(node.type, name);
      if (typeof value === 'string' && value !== '')
        add([textNode(value, [])], { key: `${block}.${name}`, field: null, block, max });
    }
    if (!isTextBlock(node)) for (const child of node.content ?? []) visit(child);
    else if (block !== null) add(node.content ?? [], { key: block, field: null, block, max: undefined });
  };
  for (const node of document.content ?? []) {
    const id = idOf(node);
    if (id === null || !locked.includes(id)) visit(node);
  }
  return texts;
}

function lineLimit(type: NodeName, name: string): number | undefined {
  const { attributes = {} } = NODES[type] as { attributes?: Readonly<Record<string, AttributeRule>> };
  const rule = attributes[name];
  return rule?.is === 'line' || rule?.is === 'text' ? rule.max : undefined;
}

/** The draft with texts in the place of others. @param texts by the keys of what they replace */
export function withTexts(
  { fields, document }: TranslatedDraft,
  texts: ReadonlyMap<string, readonly DocumentNode[]>,
): TranslatedDraft {
  const plainOf = (key: string): string | undefined =>
    texts
      .get(key)
      ?.map(({ text }) => text ?? '')
      .join('');
  const changed = Object.fromEntries(
    REPLACED_FIELDS.flatMap((field) => {
      const text = plainOf(`fields.${field}`);
      return text === undefined ? [] : [[field, text]];
    }),
  );
  const replaced = (node: DocumentNode): DocumentNode => {
    const id = idOf(node);
    const attrs = Object.fromEntries(
      (WORDS[node.type as NodeName] ?? []).flatMap((name) => {
        const text = plainOf(`${id}.${name}`);
        return text === undefined ? [] : [[name, text]];
      }),
    );
    const content = (id !== null && texts.get(id)) || node.content?.map(replaced);
    return {
      ...node,
      ...(Object.keys(attrs).length > 0 && { attrs: { ...node.attrs, ...attrs } }),
      ...(content && { content }),
    };
  };
  const content = (document.content ?? []).map(replaced);
  return { fields: { ...fields, ...changed }, document: { ...document, content } };
}
