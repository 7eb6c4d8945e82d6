import type { LayoutSource, LayoutTheme } from '@sitedesk/contract/layouts';
import { DEFAULT_SOURCE } from './default-theme.js';
import { JOURNAL_SOURCE } from './journal-theme.js';

/** What a new layout can begin as. */
export const THEMES: Readonly<Record<LayoutTheme, LayoutSource>> = {
  default: DEFAULT_SOURCE,
  journal: JOURNAL_SOURCE,
};
