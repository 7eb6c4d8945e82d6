import { type Menu, MENU_LIMITS, type MenuLink } from '@sitedesk/contract/menu';
import type { MenuDto, MenuLinkDto } from '@sitedesk/contract/menu.dto';

/** An item while the menu is edited. */
export interface EditedLink extends MenuLink {
  /** Stays the same while it is moved. */
  readonly key: string;
}
export interface EditedItem extends EditedLink {
  readonly children: readonly EditedLink[];
}
export type EditedMenu = readonly EditedItem[];

/** Index on the first level, and of one below another its own. */
export type Place = readonly [number] | readonly [number, number];

export const MOVES = ['up', 'down', 'in', 'out'] as const;
export type Move = (typeof MOVES)[number];

export const editedMenu = ({ items }: Menu): EditedMenu =>
  items.map((item, index) => ({
    ...item,
    key: String(index),
    children: item.children.map((child, below) => ({ ...child, key: `${index}.${below}` })),
  }));

const linkOf = ({ article, url, label }: EditedLink): MenuLinkDto => ({ article, url, label });
export const requestOf = (menu: EditedMenu): MenuDto => ({
  items: menu.map((item) => ({ ...linkOf(item), children: item.children.map(linkOf) })),
});

export const linkAt = (menu: EditedMenu, [index, below]: Place): EditedLink | undefined =>
  below === undefined ? menu[index] : menu[index]?.children[below];

/** Where an item is now. */
export function placeOf(menu: EditedMenu, key: string): Place | undefined {
  for (const [index, item] of menu.entries()) {
    if (item.key === key) return [index];
    const below = item.children.findIndex((child) => child.key === key);
    if (below >= 0) return [index, below];
  }
  return undefined;
}

/** What visitors see: items that aren't public are left out, and those below them take their place. */
export const shownMenu = (menu: EditedMenu): EditedMenu =>
  menu.flatMap((item) => {
    const children = item.children.filter(isShown);
    return isShown(item) ? [{ ...item, children }] : children.map((child) => ({ ...child, children: [] }));
  });
export const isShown = ({ url, details }: MenuLink): boolean =>
  url !== null || (details?.path ?? null) !== null;

const inserted = <Each>(list: readonly Each[], index: number, each: Each): readonly Each[] =>
  list.toSpliced(index, 0, each);
const without = <Each>(list: readonly Each[], index: number): readonly Each[] => list.toSpliced(index, 1);

/** The item at an index with others below it. */
const withChildren = (
  menu: EditedMenu,
  index: number,
  change: (children: readonly EditedLink[]) => readonly EditedLink[],
): EditedMenu =>
  menu.map((item, each) => (each === index ? { ...item, children: change(item.children) } : item));

const asItem = (link: EditedLink): EditedItem => ({ ...link, children: [] });
const asLink = ({ key, article, label, url, details }: EditedLink): EditedLink => ({
  key,
  article,
  label,
  url,
  details,
});

const hasRoom = (menu: EditedMenu, index: number): boolean =>
  (menu[index]?.children.length ?? MENU_LIMITS.children) < MENU_LIMITS.children;

/** @returns undefined where an item can't be moved like that */
export function moved(menu: EditedMenu, place: Place, move: Move): EditedMenu | undefined {
  const [index, below] = place;
  const item = menu[index];
  if (!item) return undefined;
  if (below === undefined) return movedItem(menu, index, item, move);
  const link = item.children[below];
  return link && movedBelow(menu, [index, below], link, move);
}

function movedItem(menu: EditedMenu, index: number, item: EditedItem, move: Move): EditedMenu | undefined {
  const rest = without(menu, index);
  if (move === 'up') return index > 0 ? inserted(rest, index - 1, item) : undefined;
  if (move === 'down') return index < menu.length - 1 ? inserted(rest, index + 1, item) : undefined;
  // There are two levels, so what has others below it stays on the first.
  if (move === 'out' || item.children.length > 0 || !hasRoom(menu, index - 1)) return undefined;
  return withChildren(rest, index - 1, (children) => [...children, asLink(item)]);
}

function movedBelow(
  menu: EditedMenu,
  [index, below]: readonly [number, number],
  link: EditedLink,
  move: Move,
): EditedMenu | undefined {
  if (move === 'in') return undefined;
  const rest = withChildren(menu, index, (children) => without(children, below));
  if (move === 'out')
    return menu.length < MENU_LIMITS.items ? inserted(rest, index + 1, asItem(link)) : undefined;
  const to = below + (move === 'up' ? -1 : 1);
  if (to >= 0 && to < (menu[index]?.children.length ?? 0))
    return withChildren(rest, index, (children) => inserted(children, to, link));
  // From the first below one item to the last below the one before it, and the other way round.
  const other = index + (move === 'up' ? -1 : 1);
  if (!hasRoom(menu, other)) return undefined;
  return withChildren(rest, other, (children) => (move === 'up' ? [...children, link] : [link, ...children]));
}

/** Without an item and those below it. */
export const removed = (menu: EditedMenu, [index, below]: Place): EditedMenu =>
  below === undefined
    ? without(menu, index)
    : withChildren(menu, index, (children) => without(children, below));

/** With an item again that was removed, as near to its place as it can be. */
export function restored(menu: EditedMenu, former: EditedMenu, [index, below]: Place): EditedMenu {
  const item = former[index];
  if (!item) return menu;
  if (below === undefined) return inserted(menu, index, item);
  const link = item.children[below];
  const parent = menu.findIndex(({ key }) => key === item.key);
  if (!link) return menu;
  return parent < 0
    ? inserted(menu, index, asItem(link))
    : withChildren(menu, parent, (children) => inserted(children, below, link));
}

/** With an item changed. */
export const changed = (menu: EditedMenu, key: string, change: Partial<MenuLink>): EditedMenu =>
  menu.map((item) => ({
    ...item,
    ...(item.key === key && change),
    children: item.children.map((child) => (child.key === key ? { ...child, ...change } : child)),
  }));
