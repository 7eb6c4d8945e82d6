import type { ServerResponse } from 'node:http';
import { type CdnRequest, StandIn, type TransportBehaviour } from './cdn/stand-in.js';

/** What a receiver of webhooks says that doesn't take what it gets. */
const FAILURES = {
  gone: (response: ServerResponse) => void response.writeHead(410).end('This address is gone.'),
  /** Asks to wait for a minute and a half. */
  throttled: (response: ServerResponse) =>
    void response.writeHead(429, { 'retry-after': '90' }).end('<b>Slow down</b>'),
  'error-500': (response: ServerResponse) =>
    void response.writeHead(500, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
  // In the words of Slack:
  invalid_payload: (response: ServerResponse) => void response.writeHead(400).end('invalid_payload'),
  no_service: (response: ServerResponse) => void response.writeHead(404).end('no_service'),
  channel_is_archived: (response: ServerResponse) => void response.writeHead(410).end('channel_is_archived'),
} as const;

export type WebhookFailure = keyof typeof FAILURES;

/** A server that webhooks are sent to: it keeps every request, and answers as a receiver, Slack or Microsoft Teams do. */
export interface WebhookReceiver {
  readonly url: string;
  readonly requests: readonly CdnRequest[];
  /** Those that came to one path. */
  at(path: string): readonly CdnRequest[];
  behave(name: WebhookFailure | TransportBehaviour | 'ok', times?: number): void;
  close(): Promise<void>;
}

/** Paths that begin with `/slack` answer `ok`, those with `/teams` 202, all others 204. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const standIn = new StandIn<WebhookFailure>('webhooks', {});
  await standIn.start({
    answer: ({ path }, response) => {
      if (path.startsWith('/slack')) response.writeHead(200).end('ok');
      else response.writeHead(path.startsWith('/teams') ? 202 : 204).end();
    },
    failures: FAILURES,
  });
  return {
    get url() {
      return standIn.url;
    },
    requests: standIn.requests,
    at: (path) => standIn.requests.filter((request) => request.path === path),
    behave: (name, times) => standIn.behave(name, times),
    close: () => standIn.close(),
  };
}
