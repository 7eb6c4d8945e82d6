import {
  type AttributeRule,
  isAttribute,
  type NodeName,
  NODES,
  type NodeRule,
} from '@sitedesk/contract/documents';
import { EMBEDS, embedOf } from '@sitedesk/contract/embed-address';
import { linkAddress } from './link-address';

/** How a field of a block is asked for. Its words are below `articleBlocks.fields`. */
export interface BlockField {
  readonly name: string;
  readonly as:
    | 'line'
    | 'address'
    | 'html'
    | 'choice'
    | 'count'
    | 'blog'
    | 'embed'
    | 'file'
    | 'flag'
    | 'language';
}

/** Blocks that have more than text, and what is asked of them. */
export const BLOCK_FORMS: Readonly<Partial<Record<NodeName, readonly BlockField[]>>> = {
  embed: [
    { name: 'address', as: 'embed' },
    { name: 'title', as: 'line' },
  ],
  button: [
    { name: 'label', as: 'line' },
    { name: 'href', as: 'address' },
    { name: 'look', as: 'choice' },
  ],
  postList: [
    { name: 'stream', as: 'blog' },
    { name: 'count', as: 'count' },
    { name: 'look', as: 'choice' },
  ],
  blockquote: [
    { name: 'source', as: 'line' },
    { name: 'sourceAddress', as: 'address' },
  ],
  codeBlock: [{ name: 'language', as: 'language' }],
  table: [{ name: 'caption', as: 'line' }],
  image: [
    { name: 'file', as: 'file' },
    { name: 'alt', as: 'line' },
    { name: 'decorative', as: 'flag' },
    { name: 'caption', as: 'line' },
    { name: 'look', as: 'choice' },
    { name: 'href', as: 'address' },
  ],
  file: [
    { name: 'file', as: 'file' },
    { name: 'label', as: 'line' },
  ],
  html: [{ name: 'html', as: 'html' }],
};

/** The contract's rule for a field; none for an address that becomes several attributes. */
export const ruleOf = (block: NodeName, field: string): AttributeRule | undefined =>
  (NODES[block] as NodeRule).attributes?.[field];

export const isOptional = (block: NodeName, field: string): boolean => ruleOf(block, field)?.default === null;

type Attributes = Readonly<Record<string, unknown>>;
/** As it is typed. */
export type Typed = Record<string, string | number | boolean>;

/** What the form of a block begins with. */
export function typedOfBlock(block: NodeName, attributes: Attributes = {}): Typed {
  const fields = BLOCK_FORMS[block] ?? [];
  return Object.fromEntries(
    fields.map(({ name, as }) => {
      const value =
        as === 'embed' ? embedAddress(attributes) : (attributes[name] ?? ruleOf(block, name)?.default);
      return [name, isTyped(value) ? value : ''];
    }),
  );
}

const isTyped = (value: unknown): value is Typed[string] =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';

const embedAddress = ({ provider, key }: Attributes): string =>
  typeof key === 'string' ? (EMBEDS[provider as keyof typeof EMBEDS]?.addressOf(key) ?? '') : '';

/** What is wrong with a field. Its words are below `articleBlocks.errors`. */
export type FieldTrouble = 'required' | 'invalid' | 'embed' | 'address' | 'alt' | 'html';

/** The attributes that were typed, or what is wrong with which field. */
export function attributesOfTyped(
  block: NodeName,
  typed: Typed,
): { readonly attributes: Attributes; readonly troubles: Readonly<Record<string, FieldTrouble>> } {
  const attributes: Record<string, unknown> = {};
  const troubles: Record<string, FieldTrouble> = {};
  for (const { name, as } of BLOCK_FORMS[block] ?? []) {
    const given = typed[name] ?? '';
    const value = typeof given === 'string' ? given.trim() : given;
    const rule = ruleOf(block, name);
    if (value === '') {
      if (isOptional(block, name)) attributes[name] = null;
      else troubles[name] = 'required';
    } else if (as === 'embed') {
      const embed = embedOf(String(value));
      if (embed) Object.assign(attributes, embed);
      else troubles[name] = 'embed';
    } else {
      attributes[name] = as === 'address' ? linkAddress(String(value)) : value;
      if (rule && !isAttribute(rule, attributes[name]))
        troubles[name] = as === 'address' ? 'address' : 'invalid';
    }
  }
  if (block === 'image') {
    if (attributes['decorative'] === true) attributes['alt'] = null;
    else if (attributes['alt'] === null) troubles['alt'] = 'alt';
  }
  return { attributes, troubles };
}
