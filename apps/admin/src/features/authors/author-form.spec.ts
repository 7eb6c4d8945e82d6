import { describe, expect, it } from 'vitest';
import { EMPTY_AUTHOR, requestOf, shownPicture } from './author-form';

describe('the editor of an author', () => {
  it('sends no picture for an empty field, and no empty lines of links', () => {
    const links = [
      { label: '', url: ' ' },
      { label: 'Website', url: '' },
    ];
    expect(requestOf({ ...EMPTY_AUTHOR, name: 'Anna', pictureUrl: ' ', links })).toEqual({
      name: 'Anna',
      biography: '',
      accountId: null,
      pictureUrl: null,
      links: [{ label: 'Website', url: '' }], // half a link is a mistake that the server names
    });
  });

  it.each([
    ['/files/anna.jpg', '/files/anna.jpg'],
    ['//evil.example/anna.jpg', undefined],
    ['https://elsewhere.example/anna.jpg', undefined],
    [null, undefined],
  ])('shows of %j only what is our own', (url, shown) => expect(shownPicture(url)).toBe(shown));
});
