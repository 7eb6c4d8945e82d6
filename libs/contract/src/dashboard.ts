import type { Worded } from './messages.js';

/** One line of the needs-attention list; `detail` is what is known beyond the count, null when nothing is. */
export interface AttentionItem extends Worded<'detail'> {
  /** Features name their own, such as `TokenAttention`. */
  readonly code: string;
  readonly level: 'critical' | 'warning' | 'notice';
  /** How many of it; 1 where it cannot be counted. */
  readonly count: number;
  /** Whether there may be more than {@link count}. */
  readonly capped: boolean;
  /** ISO 8601 instant in UTC since when, or until when; null when it has none. */
  readonly at: string | null;
  /** Path below the admin URL, where something can be done. */
  readonly to: string;
}

/** Answer of `GET /editor/dashboard/attention`: what concerns the person who asks. Empty when nothing is wrong. */
export interface AttentionTile {
  readonly items: readonly AttentionItem[];
  /** Codes of checks that could not run; the list may lack something. */
  readonly unknown: readonly string[];
}

interface ChecklistStep {
  /** Features name their own, such as `CaptchaStep`. */
  readonly step: string;
  readonly done: boolean;
  readonly to: string;
}

/** Answer of `GET /editor/dashboard/checklist`: the steps to a working site that the person who asks can do. */
export interface ChecklistTile {
  readonly steps: readonly ChecklistStep[];
  readonly complete: boolean;
  /** Whether email goes to the demonstration's mail catcher: nobody outside gets any. */
  readonly demonstration: boolean;
}
