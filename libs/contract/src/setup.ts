import { messages } from './messages.js';

/** Why setup is refused. */
export const SETUP_TEXTS = messages('setup', { closed: 'This site is already set up.' });

/** What the first administrator is asked about the site, in this order, once the account is there. */
export const SETUP_STEPS = ['site', 'email', 'form', 'security'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const SETUP_OUTCOMES = ['done', 'skipped'] as const;
export type SetupOutcome = (typeof SETUP_OUTCOMES)[number];

/** Answer of `GET` and `POST /editor/setup/steps`. */
export interface SetupProgress {
  /** Null: not answered yet. */
  readonly steps: Readonly<Record<SetupStep, SetupOutcome | null>>;
  /** Whether the first administrator is still to be asked. Never again once every step was done or skipped. */
  readonly pending: boolean;
}
