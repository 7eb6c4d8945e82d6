import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookList,
  WebhookWithSecret,
} from '@sitedesk/contract/webhooks';
import type { ChangeWebhookDto, CreateWebhookDto } from '@sitedesk/contract/webhooks.dto';
import { http } from '../../app/http';

/** First part of every query of webhooks. */
export const WEBHOOKS = 'webhooks';

export const webhookRequests = {
  list: (signal: AbortSignal) => http.get<WebhookList>('/webhooks', { signal }),
  get: (id: string, signal: AbortSignal) => http.get<Webhook>(`/webhooks/${id}`, { signal }),
  create: (body: CreateWebhookDto) => http.post<WebhookWithSecret>('/webhooks', body),
  change: ({ id, version }: Webhook, body: ChangeWebhookDto) =>
    http.put<Webhook>(`/webhooks/${id}`, body, { ifMatch: `"v${version}"` }),
  delete: (id: string): Promise<void> => http.delete(`/webhooks/${id}`),
  rotate: (id: string) => http.post<WebhookWithSecret>(`/webhooks/${id}/rotate`),
  test: (id: string) => http.post<WebhookDelivery>(`/webhooks/${id}/test`),
  delivery: (id: string, delivery: string, signal: AbortSignal) =>
    http.get<WebhookDeliveryDetails>(`/webhooks/${id}/deliveries/${delivery}`, { signal }),
  sendAgain: (id: string, delivery: string) =>
    http.post<WebhookDelivery>(`/webhooks/${id}/deliveries/${delivery}/send`),
};
