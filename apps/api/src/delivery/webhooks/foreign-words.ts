import type { Message } from '@sitedesk/contract/messages';
import { WEBHOOK_TEXTS as TEXTS } from '@sitedesk/contract/webhooks';

/** Control characters other than those that lay out text. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Surrogate}]/gu;

/** A server’s words as text that can be stored and shown. A character that was cut in two is left out. */
export const foreignWords = (octets: Uint8Array): string =>
  new TextDecoder()
    .decode(octets)
    .replace(/\uFFFD$/, '')
    .replaceAll(CONTROL, (character) => (/[\n\t]/.test(character) ? character : ''));

const SLACK: Readonly<Record<string, Message>> = {
  invalid_payload: TEXTS.slackPayload,
  no_service: TEXTS.slackNoService,
  channel_is_archived: TEXTS.slackArchived,
};

/** What Slack means with a response that isn’t a success: its texts are codes. */
export function slackFault(response: string, status: number): Message {
  const words = response.trim();
  const known = SLACK[words];
  if (known) return known;
  return /^[a-z_]{1,60}$/.test(words) ? TEXTS.slackWords({ words }) : TEXTS.status({ status });
}
