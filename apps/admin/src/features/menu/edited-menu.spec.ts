import { describe, expect, it } from 'vitest';
import { MENU_LIMITS } from '@sitedesk/contract/menu';
import {
  changed,
  type EditedItem,
  type EditedLink,
  type EditedMenu,
  editedMenu,
  moved,
  type Move,
  type Place,
  placeOf,
  removed,
  requestOf,
  restored,
  shownMenu,
} from './edited-menu';

const link = (key: string): EditedLink => ({ key, article: null, label: key, url: `/${key}`, details: null });
const item = (key: string, ...children: string[]): EditedItem => ({
  ...link(key),
  children: children.map(link),
});
/** `a(b,c) d` */
const words = (menu: EditedMenu | undefined): string | undefined =>
  menu
    ?.map(
      ({ key, children }) =>
        key + (children.length > 0 ? `(${children.map((each) => each.key).join(',')})` : ''),
    )
    .join(' ');

const MENU = [item('a', 'b', 'c'), item('d'), item('e', 'f')];

describe('a menu while it is edited', () => {
  it.each<[Place, Move, string | undefined]>([
    [[0], 'up', undefined],
    [[1], 'up', 'd a(b,c) e(f)'],
    [[0], 'down', 'd a(b,c) e(f)'],
    [[2], 'down', undefined],
    [[1], 'in', 'a(b,c,d) e(f)'],
    [[0], 'in', undefined],
    [[2], 'in', undefined],
    [[1], 'out', undefined],
    [[0, 1], 'up', 'a(c,b) d e(f)'],
    [[0, 0], 'up', undefined],
    [[0, 1], 'down', 'a(b) d(c) e(f)'],
    [[2, 0], 'up', 'a(b,c) d(f) e'],
    [[2, 0], 'down', undefined],
    [[0, 0], 'out', 'a(c) b d e(f)'],
    [[0, 0], 'in', undefined],
  ])('moves %j %s', (place, move, expected) => expect(words(moved(MENU, place, move))).toBe(expected));

  it('has as many items as the server takes', () => {
    const full = [
      item('full', ...Array.from({ length: MENU_LIMITS.children }, (_, each) => `x${each}`)),
      item('z'),
    ];
    expect(moved(full, [1], 'in')).toBeUndefined();
    const long = Array.from({ length: MENU_LIMITS.items }, (_, each) => item(`i${each}`, `c${each}`));
    expect(moved(long, [3, 0], 'out')).toBeUndefined();
  });

  it('puts back what was removed, also when the rest has changed since', () => {
    expect(words(removed(MENU, [0]))).toBe('d e(f)');
    expect(words(restored(removed(MENU, [0]), MENU, [0]))).toBe(words(MENU));
    expect(words(restored(removed(MENU, [0, 1]), MENU, [0, 1]))).toBe(words(MENU));
    expect(words(restored(removed(MENU, [0]), MENU, [0, 1]))).toBe('c d e(f)');
  });

  it('shows what visitors see', () => {
    const hidden = { ...item('h', 'b'), article: 1, url: null, details: { title: 'H', path: null } };
    const seen = { ...hidden, key: 's', details: { title: 'S', path: '/s' } };
    expect(words(shownMenu([hidden, seen]))).toBe('b s(b)');
  });

  it('is sent as it was read', () => {
    const edited = editedMenu({ items: MENU });
    expect(requestOf(edited).items[0]).toEqual({
      article: null,
      label: 'a',
      url: '/a',
      children: ['b', 'c'].map((label) => ({ article: null, label, url: `/${label}` })),
    });
    expect(placeOf(edited, '0.1')).toEqual([0, 1]);
    expect(placeOf(edited, 'nothing')).toBeUndefined();
    expect(changed(edited, '0.1', { label: 'new' })[0]?.children[1]?.label).toBe('new');
  });
});
