import { Injectable } from '@nestjs/common';
import { EMAIL_TEXTS, OUTBOX_TEXTS, type OutboxMailView } from '@sitedesk/contract';
import { accountEmail } from '../../account-mail/account-email.js';
import { AccountMailStore } from '../../account-mail/account-mail-store.service.js';
import { contactEmail } from '../../email/contact-email.js';
import type { MailAddress, OutgoingMail } from '../../email/outgoing-mail.js';
import type { Principal } from '../../identity/principal.js';
import { SecretUnreadableError } from '../../keys/key-ring.js';
import {
  DeliveryNotConfiguredError,
  DeliveryReadiness,
  type DeliveryRoute,
  type MailRoute,
} from '../delivery-readiness.service.js';
import { OutboxStore } from '../outbox-store.js';
import type { OutboxRow } from './outbox-rows.js';

/** A mail to look at, or why there is none. */
export type ShownMail =
  | { readonly mail: OutboxMailView; readonly mailProblem: null }
  | { readonly mail: null; readonly mailProblem: string };

/** Stands in the place of the link's token. */
const HIDDEN_LINK = 'https://hidden.invalid/';

/** Shows a mail as it would be made now: by the same code that makes it when it leaves. */
@Injectable()
export class OutboxMails {
  constructor(
    private readonly store: OutboxStore,
    private readonly accountMails: AccountMailStore,
    private readonly readiness: DeliveryReadiness,
  ) {}

  async show(tenantId: string, principal: Principal, row: OutboxRow): Promise<ShownMail> {
    return row.kind === 'submission'
      ? this.submission(tenantId, principal, row)
      : this.account(tenantId, principal, row);
  }

  private async submission(tenantId: string, principal: Principal, row: OutboxRow): Promise<ShownMail> {
    if (!principal.permissions.has('contacts.manage')) return none(OUTBOX_TEXTS.contactsOnly);
    const route = await this.readiness.route(tenantId).catch(notConfigured);
    if (typeof route === 'string') return none(route);
    const content = await this.store.content({ id: row.id, tenantId, kind: row.kind, attempts: 0 });
    if (!content) return none(OUTBOX_TEXTS.contentGone);
    const { senderEmail, senderName, recipient }: DeliveryRoute = route;
    const mail = contactEmail({
      ...content,
      ...{ page: content.page ?? undefined, submissionId: row.id },
      ...{ senderEmail, senderName, recipient },
    });
    return shown(mail, false);
  }

  /** Whoever reads the link of such a mail has the account: only those who manage users, and only where nothing is sent. */
  private async account(tenantId: string, principal: Principal, row: OutboxRow): Promise<ShownMail> {
    const route = await this.readiness.mailRoute(tenantId).catch(notConfigured);
    if (typeof route === 'string') return none(route);
    const content = await this.accountMails.content(tenantId, row.id).catch(unreadable);
    if (content === undefined) return none(OUTBOX_TEXTS.contentGone);
    if (typeof content === 'string') return none(content);
    const { provider, senderEmail, senderName }: MailRoute = route;
    const hidden =
      content.link !== null && !(provider.kind === 'none' && principal.permissions.has('users.manage'));
    const link = hidden ? HIDDEN_LINK : content.link;
    return shown(accountEmail({ ...content, link, mailId: row.id, senderEmail, senderName }), hidden);
  }
}

const none = (mailProblem: string): ShownMail => ({ mail: null, mailProblem });

function shown({ from, to, replyTo, subject, text, html }: OutgoingMail, linkHidden: boolean): ShownMail {
  const masked = (body: string): string =>
    linkHidden ? body.replaceAll(HIDDEN_LINK, `[${EMAIL_TEXTS.tokenHidden}]`) : body;
  const mail = {
    ...{ from: addressText(from), to: addressText(to), replyTo: replyTo ? addressText(replyTo) : null },
    ...{ subject, text: masked(text), html: masked(html), linkHidden },
  };
  return { mail, mailProblem: null };
}

const addressText = ({ name, address }: MailAddress): string =>
  name === '' ? address : `${name} <${address}>`;

function notConfigured(error: unknown): string {
  if (error instanceof DeliveryNotConfiguredError) return error.message;
  throw error;
}

function unreadable(error: unknown): string {
  if (error instanceof SecretUnreadableError) return error.message;
  throw error;
}
