import type { Permission } from '@sitedesk/contract/permissions';

/** Something one can do from everywhere. */
export interface PaletteAction {
  /** Its words. */
  readonly label: () => string;
  readonly icon: string;
  readonly permission: Permission;
  readonly run: () => Promise<void> | void;
}

/** Something of the site that was found by name. */
export interface FoundThing {
  readonly id: string;
  readonly label: string;
  /** What tells it from others of that name. */
  readonly about?: string;
  /** Path below the page's own. */
  readonly to: string;
}

/** What a feature adds to the command palette; loaded when the palette is opened. */
export interface PalettePart {
  readonly actions?: readonly PaletteAction[];
  readonly search?: {
    /** Heading above what was found. */
    readonly label: () => string;
    readonly icon: string;
    readonly permission: Permission;
    /** @param term two characters or more */
    readonly find: (term: string, signal: AbortSignal) => Promise<readonly FoundThing[]>;
  };
}

/** Found things of one kind: more would push the next kind off the screen. */
export const FOUND_MOST = 5;

const RECENT = 'sitedesk.recent';
const RECENT_MOST = 4;

/** Ids of what was chosen last, the latest first. Never of what was found: names of people stay on the server. */
export function recentChoices(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return []; // no storage, or not ours
  }
}

export function rememberChoice(id: string): void {
  const ids = [id, ...recentChoices().filter((other) => other !== id)].slice(0, RECENT_MOST);
  try {
    localStorage.setItem(RECENT, JSON.stringify(ids));
  } catch {
    // without storage nothing is recent
  }
}
