import type { Webhook, WebhookDeliveryState } from '@sitedesk/contract/webhooks';

/** How states look; never by colour alone. */
export const DELIVERY_STYLES = {
  waiting: { tone: 'neutral', icon: 'i-lucide-clock' },
  sending: { tone: 'info', icon: 'i-lucide-send' },
  delivered: { tone: 'success', icon: 'i-lucide-check' },
  failed: { tone: 'error', icon: 'i-lucide-circle-alert' },
} as const satisfies Record<WebhookDeliveryState, object>;

export const WEBHOOK_STYLES = {
  off: { tone: 'neutral', icon: 'i-lucide-circle-minus' },
  ended: { tone: 'error', icon: 'i-lucide-circle-minus' },
  failing: { tone: 'warning', icon: 'i-lucide-circle-alert' },
  works: { tone: 'success', icon: 'i-lucide-check' },
  unused: { tone: 'info', icon: 'i-lucide-circle-dashed' },
} as const;

/** How it goes with a webhook, in one word. */
export function stateOf({ offReason, failingSince, lastSuccessAt }: Webhook): keyof typeof WEBHOOK_STYLES {
  if (offReason !== null) return offReason === 'person' ? 'off' : 'ended';
  if (failingSince !== null) return 'failing';
  return lastSuccessAt === null ? 'unused' : 'works';
}
