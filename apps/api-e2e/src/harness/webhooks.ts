import type { Webhook, WebhookDelivery, WebhookWithSecret } from '@sitedesk/contract/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { EditorBrowser } from './editor.js';

/** What a stand-in has received. */
interface Received {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Creates a webhook that takes pages only, unless told otherwise. */
export async function createWebhook(
  browser: EditorBrowser,
  url: string,
  input: object = {},
): Promise<WebhookWithSecret> {
  const fields = {
    name: 'Build',
    kind: 'standard',
    events: ['article.published'],
    body: 'thin',
    enabled: true,
  };
  const answer = await browser.post('/webhooks', { ...fields, url, ...input });
  if (answer.status !== 201) throw new Error(`The webhook was answered ${answer.status}: ${answer.text}`);
  return answer.json() as WebhookWithSecret; // the contract's word
}

export const readWebhook = async (browser: EditorBrowser, id: string): Promise<Webhook> =>
  (await browser.get(`/webhooks/${id}`)).json() as Webhook; // as above

export const deliveriesOf = async (browser: EditorBrowser, id: string): Promise<readonly WebhookDelivery[]> =>
  ((await browser.get(`/webhooks/${id}/deliveries`)).json() as { items: WebhookDelivery[] }).items; // as above

/** Changes some of a webhook, in the version that it has. */
export async function changeWebhook(
  browser: EditorBrowser,
  id: string,
  change: object,
): ReturnType<EditorBrowser['put']> {
  const { name, events, body, enabled, version } = await readWebhook(browser, id);
  return browser.put(
    `/webhooks/${id}`,
    { name, events, body, enabled, ...change },
    { 'If-Match': `"v${version}"` },
  );
}

/** What the library of Standard Webhooks makes of a request. @throws where it isn't signed with the secret */
export const verified = (secret: string | null, { headers, body }: Received): object => {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new StandardWebhook(secret ?? '').verify(body, given) as object; // it parses JSON
};
