import { documentProblem, type NodeName } from '@sitedesk/contract/documents';
import { describe, expect, it } from 'vitest';
import { attributesOfTyped, BLOCK_FORMS, type Typed, typedOfBlock } from './block-forms';

const FILE = '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41';
const TYPED: readonly (readonly [NodeName, Typed])[] = [
  ['embed', { address: 'https://vimeo.com/76979871', title: 'The river' }],
  ['button', { label: 'Book a table', href: 'example.org/book', look: 'secondary' }],
  ['postList', { stream: 'journal', count: 3, look: 'cards' }],
  ['blockquote', { source: 'Anna', sourceAddress: '/people/anna' }],
  ['codeBlock', { language: 'c++' }],
  ['table', { caption: 'Prices' }],
  [
    'image',
    { file: FILE, alt: 'A door', decorative: false, caption: 'Half open', look: 'wide', href: '/doors' },
  ],
  ['file', { file: FILE, label: 'Prices' }],
  ['html', { html: '<p class="note">Open</p>\n<hr>' }],
];

describe('what the form of a block makes', () => {
  it('is there for every form', () => expect(TYPED.map(([name]) => name)).toEqual(Object.keys(BLOCK_FORMS)));

  it.each(TYPED)('%s: what the server takes, and the same again when it is opened', (type, typed) => {
    const { attributes, troubles } = attributesOfTyped(type, typed);
    expect(troubles).toEqual({});
    const cell = { type: 'tableCell', content: [{ type: 'paragraph' }] };
    const content = {
      blockquote: [{ type: 'paragraph' }],
      table: [{ type: 'tableRow', content: [cell] }],
    }[type as string];
    const block = { type, attrs: attributes, ...(content ? { content } : {}) };
    expect(documentProblem({ type: 'doc', content: [block] })).toBeUndefined();
    expect(attributesOfTyped(type, typedOfBlock(type, attributes)).attributes).toEqual(attributes);
  });

  it.each([
    ['embed', { address: 'https://example.org/v', title: '' }, { address: 'embed', title: 'required' }],
    [
      'button',
      { label: 'x'.repeat(101), href: 'javascript:alert(1)' },
      { label: 'invalid', href: 'address', look: 'required' },
    ],
    ['postList', { stream: '', count: 51, look: 'list' }, { stream: 'required', count: 'invalid' }],
    ['codeBlock', { language: 'Visual Basic' }, { language: 'invalid' }],
    ['table', { caption: '' }, {}],
    ['image', { file: FILE, alt: '', decorative: false, look: 'normal' }, { alt: 'alt' }],
    ['image', { file: FILE, alt: '', decorative: true, look: 'normal' }, {}],
    ['file', { file: '', label: '' }, { file: 'required' }],
  ] as const)('%s: nothing that the server would refuse', (type, typed, expected) =>
    expect(attributesOfTyped(type, typed).troubles).toEqual(expected),
  );
});
