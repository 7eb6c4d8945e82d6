import type { IncomingMessage, ServerResponse } from 'node:http';
import { redirect, refuse, sendForeignPage, sendPage } from './answers.js';
import { isSameOriginRequest, namesThisMachine } from './local-request.js';
import { readMail } from './mail.js';
import { EMAIL_VIEWS, type EmailView, type MailLinks, renderList, renderMailPage } from './mail-pages.js';
import type { MailStore } from './mail-store.js';

const ONE_MAIL = /^\/mail\/([0-9a-f-]{1,40})(\/html)?$/;
/** Keeps the connection open through programs that cut off silent ones. */
const HEARTBEAT_MS = 20_000;

export interface MailCatcher extends MailLinks {
  readonly store: MailStore;
}

/** Everything under `/mail`: the catcher that one can look at. */
export async function serveMail(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { store, admin, site }: MailCatcher,
): Promise<void> {
  if (!namesThisMachine(request))
    return refuse(response, 421, 'The mail catcher answers to localhost and to addresses only.');
  if (url.pathname === '/mail/delete') return deleteAll(request, response, store);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(response, 405, 'Only GET and HEAD are allowed here.');
  if (url.pathname === '/mail/list')
    return sendPage(response, renderList(store.list(), url.searchParams.get('open') ?? '', site).text);
  if (url.pathname === '/mail/events') return streamChanges(request, response, store);
  const isDefault = url.pathname === '/mail';
  const summaries = store.list();
  if (isDefault && summaries.length === 0)
    return sendPage(response, renderMailPage({ summaries, open: undefined, admin, site }));
  const [, id = isDefault ? summaries[0]?.id : undefined, html] = ONE_MAIL.exec(url.pathname) ?? [];
  const summary = summaries.find((candidate) => candidate.id === id);
  const raw = id === undefined ? undefined : await store.read(id);
  if (!summary || !raw) return refuse(response, 404, 'There is no such mail. It may have been deleted.');
  const mail = await readMail(raw);
  if (html) return sendForeignPage(response, mail.html);
  const view = viewOf(url, mail.html === '' ? 'text' : 'html');
  const open = { summary, mail, source: raw.toString(), view };
  sendPage(response, renderMailPage({ summaries, open, isDefault, admin, site }));
}

async function deleteAll(
  request: IncomingMessage,
  response: ServerResponse,
  store: MailStore,
): Promise<void> {
  if (request.method !== 'POST')
    return refuse(response, 405, 'Emails are deleted with the button on the mail catcher’s page.');
  if (!isSameOriginRequest(request))
    return refuse(response, 403, 'Emails can only be deleted from the mail catcher’s own page.');
  await store.deleteAll();
  redirect(response, '/mail');
}

/** Server-sent events: one for every change, without content. */
function streamChanges(request: IncomingMessage, response: ServerResponse, store: MailStore): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': listening\n\n');
  const stopListening = store.onChange(() => response.write('event: change\ndata:\n\n'));
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
  request.on('close', () => {
    stopListening();
    clearInterval(heartbeat);
  });
}

const viewOf = (url: URL, fallback: EmailView): EmailView =>
  EMAIL_VIEWS.find((view) => view === url.searchParams.get('view')) ?? fallback;
