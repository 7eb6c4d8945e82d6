import { messages, type Worded } from './messages.js';

/** What a target takes: the signed JSON of Standard Webhooks 1.0, or what Slack or Microsoft Teams show in a channel. */
export const WEBHOOK_KINDS = ['standard', 'slack', 'teams'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** What targets can be sent. `webhook.test` is sent by a person, to one target. */
export const WEBHOOK_EVENTS = [
  'contact.submitted',
  'contact.held',
  'contact.released',
  'article.published',
  'article.unpublished',
  'deployment.live',
  'deployment.failed',
  'purge.failed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
export type WebhookEventType = WebhookEvent | 'webhook.test';

/** `thin`: ids and links. `full`: also the content, with a visitor's name, email address and message. */
export const WEBHOOK_BODIES = ['thin', 'full'] as const;
export type WebhookBody = (typeof WEBHOOK_BODIES)[number];

/** What secrets begin with (Standard Webhooks 1.0). */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** Lengths in characters, octets where that is said, numbers of things. */
export const WEBHOOK_LIMITS = {
  targets: 10,
  name: { min: 1, max: 100 },
  url: 2048,
  /** Octets of a body. */
  body: 20_000,
  /** Octets of a response that are kept. */
  response: 1_024,
  /** For so many hours after a rotation both secrets sign. */
  overlapHours: 24,
  /** A target that only failed for so many days is turned off. */
  failingDays: 3,
} as const;

/** Why a target is off: a person did it, it answered that it is gone, or it only failed for three days. */
export const WEBHOOK_OFF_REASONS = ['person', 'gone', 'failing'] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

/** A target, as lists have it. Instants are ISO 8601. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly kind: WebhookKind;
  /** Where it is: without its query; of Slack and Teams the host alone, because the rest is a secret. */
  readonly address: string;
  readonly events: readonly WebhookEvent[];
  readonly body: WebhookBody;
  readonly enabled: boolean;
  /** Null while it is on. */
  readonly offReason: WebhookOffReason | null;
  readonly offAt: string | null;
  readonly createdAt: string;
  readonly lastSuccessAt: string | null;
  /** Of the first failure since the last success; null without one. */
  readonly failingSince: string | null;
  /** Deliveries that are under way or will be retried. */
  readonly waiting: number;
  /** Until when the secret before the current one signs, too; null when it doesn’t. */
  readonly rotatingUntil: string | null;
  readonly version: number;
}

/** Answer of `GET /editor/webhooks`: all of them, there are at most ten. */
export interface WebhookList {
  readonly items: readonly Webhook[];
}

/** A target with its secret, which is shown this once; null for kinds that have none. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string | null;
}

/** `waiting` for its time or its retry, `sending`, `delivered`, or `failed` for good. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** One event on its way to one target. */
export interface WebhookDelivery extends Worded<'error'> {
  readonly id: string;
  /** Header `webhook-id`: the same with each attempt. */
  readonly messageId: string;
  readonly type: WebhookEventType;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  /** HTTP status of the last attempt; null when there was no response. */
  readonly status: number | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Null unless it waits. */
  readonly nextAttemptAt: string | null;
}

/** One request to a target. */
export interface WebhookAttempt extends Worded<'error'> {
  readonly at: string;
  readonly status: number | null;
  readonly milliseconds: number;
  /** Without the signature. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The first 1,024 octets, as text. Never to be shown as HTML. */
  readonly response: string;
}

/** Answer of `GET /editor/webhooks/{id}/deliveries/{delivery}`. */
export interface WebhookDeliveryDetails extends WebhookDelivery {
  /** The newest first. */
  readonly log: readonly WebhookAttempt[];
}

/** What of the webhooks needs attention. */
export type WebhookAttention = 'webhook-failing' | 'webhook-off';

export const WEBHOOK_TEXTS = messages('webhooks', {
  tooMany: 'A site has at most {max} webhooks. Delete one first.',
  address: 'Enter a URL that begins with https://, without a fragment (#).',
  noSecret: 'Only webhooks of the kind “standard” have a secret.',
  underWay: 'This is being sent right now.',
  status: 'The server responded with status {status}.',
  redirected: 'The server responded with a redirect ({status}). Redirects aren’t followed.',
  gone: 'The server responded that this address is gone (410). The webhook was turned off.',
  slackPayload: 'Slack doesn’t accept what was sent (invalid_payload).',
  slackNoService: 'Slack doesn’t know this webhook anymore (no_service). Create a new one in Slack.',
  slackArchived: 'The channel was archived in Slack (channel_is_archived). The webhook was turned off.',
  slackWords: 'Slack responded: {words}',
  targetOff: 'The webhook was turned off before this was delivered.',
  unreadable: 'The address can’t be decrypted. Enter it again.',
});
