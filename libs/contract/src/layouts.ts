import { type MessageCode, type MessageCodes, messages } from './messages.js';
import { problemCode } from './problems.js';

/** Lengths in characters. */
export const LAYOUT_LIMITS = {
  name: { min: 1, max: 80 },
  /** Of the site; deleted ones aren't counted. */
  layouts: 100,
  /** Of head, header and footer, each. */
  html: 200_000,
  bodyAttributes: 2_000,
  /** Of style sheet and script, each. */
  code: 500_000,
  note: { min: 1, max: 200 },
  /** Elements inside each other. */
  depth: 200,
  elements: 5_000,
  /** Of a page that a layout is made of. */
  importedElements: 20_000,
  slots: 300,
  /** Errors that an answer lists, and warnings. */
  problems: 100,
} as const;

/** What a layout is made of, in the order in which it is edited. */
export const LAYOUT_PANES = ['head', 'bodyAttributes', 'header', 'footer', 'css', 'js'] as const;
export type LayoutPane = (typeof LAYOUT_PANES)[number];

/** The frame of all pages of a site, as people write it: HTML with slots, a style sheet and a script. */
export type LayoutSource = Readonly<Record<LayoutPane, string>>;

/** Themes of ours, which a new layout can begin as. Every site has the first one until it publishes a layout. */
export const LAYOUT_THEMES = ['default', 'journal'] as const;
export type LayoutTheme = (typeof LAYOUT_THEMES)[number];

/**
 * What a slot is filled with. `text` and `address` are escaped by their place; `block` is HTML that stands where blocks do, `link` an
 * `a` element, and `head` what only the head may hold.
 */
type SlotKind = 'text' | 'address' | 'block' | 'link' | 'head';

/** What a layout can name as `{{name}}`. */
export const LAYOUT_SLOTS = {
  'site.name': 'text',
  'site.language': 'text',
  'page.title': 'text',
  /** The title of the page and the name of the site. */
  'page.full-title': 'text',
  'page.description': 'text',
  /** `page`, `post`, `list`, `search` or `error`. */
  'page.kind': 'text',
  'page.path': 'address',
  meta: 'head',
  style: 'head',
  icon: 'head',
  script: 'head',
  'skip-link': 'link',
  'home-link': 'link',
  menu: 'block',
  'menu-list': 'block',
  'footer-menu': 'block',
  feeds: 'block',
} as const satisfies Readonly<Record<string, SlotKind>>;
export type LayoutSlot = keyof typeof LAYOUT_SLOTS;

/** A name between double braces; white space beside it doesn't count. */
export const SLOT_PATTERN = /\{\{[ \t]*([a-z][a-z0-9.-]*)[ \t]*\}\}/g;

/** What is wrong with a layout, and where. Errors keep it from being published. */
export interface LayoutProblem {
  readonly level: 'error' | 'warning';
  readonly pane: LayoutPane;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly code: MessageCode<LayoutMessageCode>;
}

/** What the compiler says of a layout. */
export interface LayoutCheck {
  readonly problems: readonly LayoutProblem[];
  /** Where slots stand, in the order of the page. */
  readonly slots: readonly { readonly name: LayoutSlot; readonly pane: LayoutPane; readonly line: number }[];
  /** What the content security policy of the pages allows beside what every page may: hashes of inline scripts and styles. */
  readonly policy: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
}

/** A layout as lists show it. */
export interface LayoutSummary {
  readonly id: string;
  readonly name: string;
  /** The version that all pages of the site have; null unless it is the live layout. */
  readonly liveVersion: number | null;
  /** The newest version; null before the layout was first published. */
  readonly lastVersion: number | null;
  /** Whether the draft differs from the newest version. */
  readonly isChanged: boolean;
  readonly changedAt: string;
  /** Null when the account is deleted. */
  readonly changedBy: { readonly id: string; readonly displayName: string } | null;
}

/** A layout with its draft. */
export interface LayoutDetails extends LayoutSummary {
  readonly source: LayoutSource;
}

/** What all pages of the site have now. */
export interface LiveLayout {
  /** Null: the site has the default theme. */
  readonly layout: { readonly id: string; readonly name: string; readonly version: number } | null;
  /** How often the site has changed its layout. */
  readonly sequence: number;
  /** Null while it has never done so. */
  readonly publishedAt: string | null;
  /** What undoing brings back; null where there's nothing to undo, and `layout` is null for the default theme. */
  readonly former: { readonly layout: LiveLayout['layout'] } | null;
}

/** A version of a layout. It never changes. */
export interface LayoutVersion {
  readonly version: number;
  readonly at: string;
  readonly author: { readonly id: string; readonly displayName: string } | null;
  /** What its author wrote about it. */
  readonly note: string | null;
}

export interface LayoutVersionDetails extends LayoutVersion {
  readonly source: LayoutSource;
}

/** A layout that has errors can't be published; `problems` lists them. */
export const LAYOUT_INVALID = problemCode('layout-invalid');

export const LAYOUT_MESSAGES = messages('layout', {
  invalid: 'The layout has errors. Correct them, then publish it',
  isLive: 'All pages have this layout. Publish another one before you delete it',
  nothingFormer: 'The layout of this site was never changed',
  full: 'A site has at most {limit} layouts. Delete one first',
  partTooLong: 'The layout made of it is too long: its {part} has more than {limit} characters',
  ownChange: 'You changed this layout since it was last published. Someone else has to publish it',
  // What the compiler says.
  unknownSlot: 'There’s no slot “{name}”',
  slotPlace: 'The slot “{name}” can’t stand here',
  slotInCode: 'The slot “{name}” can’t stand in a script or style. Put it in a data attribute',
  slotInAddress: 'The slot “{name}” can’t stand at the beginning of a URL',
  slotUnquoted: 'Put the attribute that holds the slot “{name}” in quotation marks',
  slotMissing: 'The head needs the slot “{name}”',
  titleMissing: 'The head needs a title, such as <title>{slot}</title>',
  notInHead: '{what} can’t stand in the head',
  notHere: '<{what}> is added to every page. Remove it here',
  baseBlocked: 'Pages can’t have a <base>',
  attributes: 'Only attributes such as class="name" can stand here',
  swallowed: 'The page isn’t complete: something before this place is never closed',
  unclosed: '<{what}> is never closed',
  strayEnd: '</{what}> closes nothing',
  html: 'This isn’t valid HTML ({what})',
  tooManyElements: 'A layout has at most {limit} elements',
  tooManySlots: 'A layout has at most {limit} slots',
  tooDeep: 'Elements are nested more than {limit} levels deep',
  duplicateId: 'The ID “{what}” is used twice',
  skipLink: 'The header has no link to the content for people who use a keyboard. Add {slot}',
  unusedFile: 'Nothing includes this. Add {slot} to the head',
  handlerBlocked: 'Browsers ignore “{what}” under the site’s policy. Add a listener in the script',
  styleBlocked: 'Browsers ignore style attributes under the site’s policy. Use a class',
  hostBlocked: 'Browsers don’t load this from {what} under the site’s policy',
  syntax: 'This isn’t valid JavaScript: {what}',
  braces: 'A brace is never closed',
});
export type LayoutMessageCode = MessageCodes<typeof LAYOUT_MESSAGES>;

declare module './live-events.js' {
  interface LiveEvents {
    /** A layout was changed or deleted, or all pages have another one: ask for what is shown again. */
    'layout.changed': { readonly ids: readonly string[]; readonly count: number };
  }
}
