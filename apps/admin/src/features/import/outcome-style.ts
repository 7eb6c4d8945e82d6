import type { ImportNote, ImportOutcome, ImportState } from '@sitedesk/contract/imports';

interface Style {
  readonly tone: 'neutral' | 'success' | 'warning' | 'error' | 'info';
  readonly icon: string;
}

export const OUTCOME_STYLES: Readonly<Record<ImportOutcome, Style>> = {
  created: { tone: 'success', icon: 'i-lucide-plus' },
  updated: { tone: 'info', icon: 'i-lucide-pencil' },
  unchanged: { tone: 'neutral', icon: 'i-lucide-equal' },
  conflict: { tone: 'warning', icon: 'i-lucide-triangle-alert' },
  refused: { tone: 'error', icon: 'i-lucide-circle-x' },
};

export const STATE_STYLES: Readonly<Record<ImportState, Style>> = {
  open: { tone: 'neutral', icon: 'i-lucide-circle-dashed' },
  checked: { tone: 'info', icon: 'i-lucide-list-checks' },
  importing: { tone: 'warning', icon: 'i-lucide-loader' },
  done: { tone: 'success', icon: 'i-lucide-check' },
  undoing: { tone: 'warning', icon: 'i-lucide-loader' },
  undone: { tone: 'neutral', icon: 'i-lucide-undo-2' },
};

export const NOTE_STYLES: Readonly<Record<ImportNote['level'], string>> = {
  error: 'text-error',
  warning: 'text-warning',
  info: 'text-muted',
};
