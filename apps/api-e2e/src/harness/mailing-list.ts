import { type FakeMailingListService, startMailingListService } from '@sitedesk/testing';
import type { MailingListView } from '@sitedesk/contract/mailing-list';
import { type EditorBrowser, type EditorSite, startEditorSite } from './editor.js';
import type { Answer } from './http.js';
import type { ProcessEnv } from './processes.js';
import { mailBy, WITHOUT_LIMITS } from './site.js';
import { freshAddress, MESSAGE, Visitor } from './visitor.js';

/** The stand-in for the service is on this machine. */
export const LIST_ENV: ProcessEnv = {
  ...WITHOUT_LIMITS,
  ...mailBy('none:'),
  OUTBOUND_ALLOW: '127.0.0.1/32',
};

/** Everyone who writes is added at once. */
export const EVERYBODY = {
  rule: 'statement',
  statement: 'The form says above its button that senders get the newsletter.',
} as const;
export const NAMES = [
  { field: 'FNAME', source: 'first-name' },
  { field: 'LNAME', source: 'last-name' },
] as const;

/** An installation with a mailing list service beside it, and an administrator. */
export interface ListSite extends EditorSite {
  readonly service: FakeMailingListService;
  readonly editor: EditorBrowser;
  /** Sends a message from a page of the site. */
  write(email: string, page?: string, name?: string): Promise<Answer>;
}

export async function startListSite(env: ProcessEnv = {}): Promise<ListSite> {
  const service = await startMailingListService();
  const site = await startEditorSite({ ...LIST_ENV, ...env });
  const editor = await site.administrator();
  return {
    ...site,
    service,
    editor,
    write: (email, page = 'https://site.test/contact', name = MESSAGE.name) =>
      writeTo(site.api.url, email, { page, name }),
    stop: async () => {
      await service.close();
      await site.stop();
    },
  };
}

export function writeTo(
  baseUrl: string,
  email: string,
  {
    page = 'https://site.test/contact',
    name = MESSAGE.name,
    headers = {},
  }: {
    readonly page?: string;
    readonly name?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answer> {
  const visitor = new Visitor(baseUrl, { headers: { 'X-Forwarded-For': freshAddress(), ...headers } });
  return visitor.submit({ ...MESSAGE, name, email }, { Referer: page });
}

/** Connects the service; the answer's view. */
export async function connectList(
  editor: EditorBrowser,
  { apiUrl, apiKey }: Pick<FakeMailingListService, 'apiUrl' | 'apiKey'>,
): Promise<MailingListView> {
  const answer = await editor.put('/mailing-list/connection', { provider: 'mailchimp', apiKey, apiUrl });
  if (answer.status !== 200) throw new Error(`Connecting was answered ${answer.status}: ${answer.text}`);
  return answer.json() as MailingListView; // the contract's word
}

/** Chooses the list `news`, names and a rule, over whatever is set now. */
export async function chooseList(
  editor: EditorBrowser,
  consent: object = EVERYBODY,
  settings: object = {},
): Promise<Answer> {
  const { headers } = await editor.get('/mailing-list');
  const body = { listId: 'news', mapping: NAMES, consent, ...settings };
  return editor.put('/mailing-list/settings', body, { 'If-Match': String(headers.etag) });
}

export const listView = async (editor: EditorBrowser): Promise<MailingListView> =>
  (await editor.get('/mailing-list')).json() as MailingListView; // the contract's word
