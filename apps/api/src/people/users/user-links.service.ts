import type { Message } from '@sitedesk/contract/messages';
import type { AuditAction } from '@sitedesk/contract/audit';
import { Injectable } from '@nestjs/common';
import { type EmailedLink, type SentInvitation, USER_TEXTS } from '@sitedesk/contract/users';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import type { Account } from '../accounts/account.entity.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { AccountLinksService, type LinkEmailed, type LinkSent } from '../links/account-links.service.js';
import { SignInMethodsService } from '../accounts/sign-in-methods.service.js';
import { UserChangesService } from './user-changes.service.js';
import { WrongState } from '../../platform/http/problem.js';

/** Links that administrators have sent to users; they learn the truth about the email. */
@Injectable()
export class UserLinksService {
  constructor(
    private readonly changes: UserChangesService,
    private readonly links: AccountLinksService,
    private readonly signInMethods: SignInMethodsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** The link comes back too, to be handed over by other means. @throws NotFoundException, WrongState */
  invite(context: CallerContext, id: string): Promise<SentInvitation> {
    const send = async (account: Account): Promise<SentInvitation> =>
      toSentInvitation(await this.links.sendInvitation(context, account));
    return this.send(context, id, 'user.invite', { whyNot: whyNoInvitation, send });
  }

  /** @throws NotFoundException, WrongState */
  askForConfirmation(context: CallerContext, id: string): Promise<EmailedLink> {
    const send = async (account: Account): Promise<EmailedLink> =>
      toEmailedLink(await this.links.sendConfirmation(context, account));
    return this.send(context, id, 'user.send-confirmation', { whyNot: whyNoConfirmation, send });
  }

  /** Nobody but the user sees the link or sets the password. @throws NotFoundException, WrongState */
  resetPassword(context: CallerContext, id: string): Promise<EmailedLink> {
    const send = async (account: Account): Promise<EmailedLink> =>
      toEmailedLink(await this.links.sendPasswordReset(context, account));
    const whyNot = (account: Account): Promise<Message | undefined> =>
      this.whyNoReset(context.tenantId, account);
    return this.send(context, id, 'user.send-password-reset', { whyNot, send });
  }

  /** Who comes through a provider must not get in beside it. */
  private async whyNoReset(
    tenantId: string,
    { id, status, passwordHash }: Account,
  ): Promise<Message | undefined> {
    if (status === 'disabled') return USER_TEXTS.disabled;
    if (status === 'invited') return USER_TEXTS.notJoined;
    if (passwordHash !== null) return undefined;
    return (await this.signInMethods.mayBeginByLink(tenantId, id)) ? undefined : USER_TEXTS.noPassword;
  }

  private async send<Sent extends EmailedLink>(
    context: CallerContext,
    id: string,
    action: AuditAction,
    {
      whyNot,
      send,
    }: {
      readonly whyNot: (account: Account) => Message | undefined | Promise<Message | undefined>;
      readonly send: (account: Account) => Promise<Sent>;
    },
  ): Promise<Sent> {
    const account = await this.changes.run(context, id, async (change) => change.account);
    const problem = await whyNot(account);
    if (problem !== undefined) throw new WrongState(problem);
    const sent = await send(account);
    const target = { kind: 'account', id };
    await this.auditLog.record(context, { action, target, after: { delivery: sent.delivery.status } });
    return sent;
  }
}

export const toEmailedLink = ({ expiresAt, delivery }: LinkEmailed): EmailedLink => ({
  expiresAt: expiresAt.toISOString(),
  delivery,
});

export const toSentInvitation = (sent: LinkSent): SentInvitation => ({
  link: sent.link,
  ...toEmailedLink(sent),
});

function whyNoInvitation({ status }: Account): Message | undefined {
  if (status === 'disabled') return USER_TEXTS.disabled;
  return status === 'invited' ? undefined : USER_TEXTS.alreadyJoined;
}

function whyNoConfirmation({ status, emailConfirmedAt }: Account): Message | undefined {
  if (status === 'disabled') return USER_TEXTS.disabled;
  if (status === 'invited') return USER_TEXTS.notJoined;
  return emailConfirmedAt === null ? undefined : USER_TEXTS.alreadyConfirmed;
}
