import { Injectable } from '@nestjs/common';
import { type MailedLink, type SentInvitation, USER_TEXTS } from '@sitedesk/contract';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Account } from '../identity/account.entity.js';
import type { Acting } from '../identity/acting.js';
import { AccountLinks, type LinkMailed, type LinkSent } from '../identity/links/account-links.service.js';
import { WaysIn } from '../identity/ways-in.service.js';
import { UserChanges, UserNotReady } from './user-changes.service.js';

/** Links that administrators have sent to users; they learn the truth about the mail (C17). */
@Injectable()
export class UserLinks {
  constructor(
    private readonly changes: UserChanges,
    private readonly links: AccountLinks,
    private readonly waysIn: WaysIn,
    private readonly auditLog: AuditLog,
  ) {}

  /** The link comes back too, to be handed over by other means. @throws NotFoundException, UserNotReady */
  invite(tenantId: string, acting: Acting, id: string): Promise<SentInvitation> {
    const send = async (account: Account): Promise<SentInvitation> =>
      toSentInvitation(await this.links.sendInvitation(tenantId, acting.actor, account));
    return this.send(tenantId, acting, id, 'user.invite', { whyNot: whyNoInvitation, send });
  }

  /** @throws NotFoundException, UserNotReady */
  askForConfirmation(tenantId: string, acting: Acting, id: string): Promise<MailedLink> {
    const send = async (account: Account): Promise<MailedLink> =>
      toMailedLink(await this.links.sendConfirmation(tenantId, acting.actor, account));
    return this.send(tenantId, acting, id, 'user.send-confirmation', { whyNot: whyNoConfirmation, send });
  }

  /** Nobody but the user sees the link or sets the password (ID-24). @throws NotFoundException, UserNotReady */
  resetPassword(tenantId: string, acting: Acting, id: string): Promise<MailedLink> {
    const send = async (account: Account): Promise<MailedLink> =>
      toMailedLink(await this.links.sendPasswordReset(tenantId, acting.actor, account));
    const whyNot = (account: Account): Promise<string | undefined> => this.whyNoReset(tenantId, account);
    return this.send(tenantId, acting, id, 'user.send-password-reset', { whyNot, send });
  }

  /** Who comes through a provider must not get in beside it. */
  private async whyNoReset(
    tenantId: string,
    { id, status, passwordHash }: Account,
  ): Promise<string | undefined> {
    if (status === 'disabled') return USER_TEXTS.disabled;
    if (status === 'invited') return USER_TEXTS.notJoined;
    if (passwordHash !== null) return undefined;
    return (await this.waysIn.mayBeginByLink(tenantId, id)) ? undefined : USER_TEXTS.noPassword;
  }

  private async send<Sent extends MailedLink>(
    tenantId: string,
    acting: Acting,
    id: string,
    action: string,
    {
      whyNot,
      send,
    }: {
      readonly whyNot: (account: Account) => string | undefined | Promise<string | undefined>;
      readonly send: (account: Account) => Promise<Sent>;
    },
  ): Promise<Sent> {
    const account = await this.changes.run(tenantId, acting, id, async (change) => change.account);
    const problem = await whyNot(account);
    if (problem !== undefined) throw new UserNotReady(problem);
    const sent = await send(account);
    const target = { kind: 'account', id };
    await this.auditLog.record(tenantId, acting.actor, { action, target, after: { mail: sent.mail.status } });
    return sent;
  }
}

export const toMailedLink = ({ expiresAt, mail }: LinkMailed): MailedLink => ({
  ...{ expiresAt: expiresAt.toISOString(), mail },
});

export const toSentInvitation = (sent: LinkSent): SentInvitation => ({
  ...{ link: sent.link, ...toMailedLink(sent) },
});

function whyNoInvitation({ status }: Account): string | undefined {
  if (status === 'disabled') return USER_TEXTS.disabled;
  return status === 'invited' ? undefined : USER_TEXTS.alreadyJoined;
}

function whyNoConfirmation({ status, emailConfirmedAt }: Account): string | undefined {
  if (status === 'disabled') return USER_TEXTS.disabled;
  if (status === 'invited') return USER_TEXTS.notJoined;
  return emailConfirmedAt === null ? undefined : USER_TEXTS.alreadyConfirmed;
}
