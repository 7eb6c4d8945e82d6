import type { AuditOutcome } from '@sitedesk/contract/audit';

/** How an outcome looks beside its word. */
export const OUTCOME_STYLES = {
  done: { tone: 'success', icon: 'i-lucide-check' },
  refused: { tone: 'warning', icon: 'i-lucide-ban' },
  failed: { tone: 'error', icon: 'i-lucide-circle-x' },
} as const satisfies Record<AuditOutcome, object>;
