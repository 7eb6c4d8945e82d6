import type { DeploymentState } from '@sitedesk/contract/deployments';

/** How the state of a deployment looks. */
export const STATE_STYLES = {
  uploading: { tone: 'info', icon: 'i-lucide-upload' },
  checking: { tone: 'info', icon: 'i-lucide-loader' },
  ready: { tone: 'neutral', icon: 'i-lucide-archive' },
  live: { tone: 'success', icon: 'i-lucide-globe' },
  failed: { tone: 'error', icon: 'i-lucide-circle-x' },
} as const satisfies Record<DeploymentState, object>;
