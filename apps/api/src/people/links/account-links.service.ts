import { Inject, Injectable } from '@nestjs/common';
import {
  ACCOUNT_EMAILS_PER_HOUR,
  LINK_PAGES,
  LINK_PURPOSES,
  type LinkPurpose,
  type EmailDelivery,
} from '@sitedesk/contract/account';
import { type Message, worded } from '@sitedesk/contract/messages';
import { EntityManager } from 'typeorm';
import { type AccountEmailDraft, AccountEmailService } from '../account-emails/account-email.service.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import type { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { EditorAddressService } from './editor-address.service.js';
import { LinkStore, type NewLink } from './link-store.js';

/** What became of a link that was to be emailed. */
export interface LinkEmailed {
  readonly expiresAt: Date;
  readonly delivery: EmailDelivery;
}

/** The same, with the link itself. Without a known address of the editor it is a path, such as `/admin/#/invitation?token=...`. */
export interface LinkSent extends LinkEmailed {
  readonly link: string;
}

const HOUR_MS = 3_600_000;

type Prepared = { readonly base: string; readonly problem: Message | undefined };

/**
 * Sends people one-time links. The `send…` methods are for anyone who is signed in and wait, three seconds at
 * most, for the truth about the email; the `request…` ones are for strangers, who learn nothing from them. The caller
 * leaves the row in the audit log.
 */
@Injectable()
export class AccountLinksService {
  constructor(
    private readonly manager: EntityManager,
    private readonly links: LinkStore,
    private readonly mailer: AccountEmailService,
    private readonly addresses: EditorAddressService,
    private readonly accounts: AccountsService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** An invitation to choose a password; who sends it may copy the link. Call it after the account's transaction. */
  sendInvitation(context: RequestContext, account: Account): Promise<LinkSent> {
    return this.send(context.tenantId, account, {
      purpose: 'invitation',
      by: context.actor.label,
      byId: context.actor.id,
    });
  }

  /** A link with which the account's owner confirms the address. */
  async sendConfirmation(context: RequestContext, account: Account): Promise<LinkEmailed> {
    return withoutLink(
      await this.send(context.tenantId, account, { purpose: 'confirm-email', byId: context.actor.id }),
    );
  }

  /** A link with which the account's owner chooses a new password; nobody else sees it. */
  async sendPasswordReset(context: RequestContext, account: Account): Promise<LinkEmailed> {
    const { id: byId, label } = context.actor;
    const by = byId === account.id ? undefined : label;
    return withoutLink(await this.send(context.tenantId, account, { purpose: 'reset-password', by, byId }));
  }

  /** A link to a new address, which becomes the account's when it is used. */
  async sendEmailChange(tenantId: string, account: Account, newEmail: string): Promise<LinkEmailed> {
    return withoutLink(await this.send(tenantId, account, { purpose: 'change-email', newEmail }));
  }

  /** Why no link can be emailed; undefined when it can. */
  async problem(tenantId: string): Promise<Message | undefined> {
    return (await this.prepare(tenantId)).problem;
  }

  /** Puts a link into the outbox on a stranger's request, unless there were too many of late. */
  async request(
    tenantId: string,
    account: Account,
    purpose: 'confirm-email' | 'reset-password',
  ): Promise<void> {
    const { base, problem } = await this.prepare(tenantId);
    if (problem !== undefined) {
      this.log.warn({ event: 'account_mail.not_configured', tenantId, kind: purpose, detail: problem });
      return;
    }
    if (await this.isTooOften(tenantId, account, purpose)) return;
    await this.manager.transaction(async (manager) => {
      const made = await this.links.make(manager, tenantId, account.id, purpose);
      const to = await this.accounts.emailOf(tenantId, account);
      const link = { id: made.id, url: urlOf(base, purpose, made), expiresAt: made.expiresAt };
      await this.mailer.post(manager, tenantId, { account, kind: purpose, to, link });
    });
    this.mailer.wake();
  }

  /** Notifies the owner of an address that someone tried to register it, unless that was sent too often of late. */
  async tellKnown(tenantId: string, account: Account): Promise<void> {
    if (await this.isTooOften(tenantId, account, 'address-known')) return;
    await this.manager.transaction((manager) =>
      this.mailer.postNotice(manager, tenantId, account, 'address-known'),
    );
    this.mailer.wake();
  }

  /** Ends every link of an account: on a change of password or address, and when it is disabled. */
  revokeAll(manager: EntityManager, tenantId: string, accountId: string): Promise<void> {
    return this.links.end(manager, tenantId, accountId, LINK_PURPOSES);
  }

  private async send(
    tenantId: string,
    account: Account,
    what: {
      readonly purpose: LinkPurpose;
      readonly by?: string | undefined;
      readonly byId?: string | null;
      readonly newEmail?: string;
    },
  ): Promise<LinkSent> {
    const { purpose, by, byId, newEmail } = what;
    const { base, problem } = await this.prepare(tenantId);
    const { made, held } = await this.manager.transaction(async (manager) => {
      const link = await this.links.make(manager, tenantId, account.id, purpose, newEmail);
      if (problem !== undefined) return { made: link, held: undefined };
      const draft: AccountEmailDraft = {
        account,
        kind: purpose,
        by: by === '' ? undefined : by,
        byId,
        to: newEmail ?? (await this.accounts.emailOf(tenantId, account)),
        link: { id: link.id, url: urlOf(base, purpose, link), expiresAt: link.expiresAt },
      };
      return { made: link, held: await this.mailer.postHeld(manager, tenantId, draft) };
    });
    const delivery: EmailDelivery = held
      ? await this.mailer.deliver(tenantId, held)
      : { status: 'not-configured', ...worded('detail', problem) };
    return { link: urlOf(base, purpose, made), expiresAt: made.expiresAt, delivery };
  }

  /** Where links lead to, and why none can be emailed. */
  private async prepare(tenantId: string): Promise<Prepared> {
    const address = await this.addresses.of(tenantId);
    const problem = await this.mailer.problem(tenantId);
    if ('problem' in address) return { base: '', problem: problem ?? address.problem };
    return { base: address.url, problem };
  }

  /** Whether strangers have had so many such emails sent to this person that it is no help anymore. */
  private async isTooOften(
    tenantId: string,
    { id }: Account,
    kind: 'confirm-email' | 'reset-password' | 'address-known',
  ): Promise<boolean> {
    const since = new Date(this.clock.now() - HOUR_MS);
    const count = await this.mailer.countSince(tenantId, id, kind, since);
    if (count < ACCOUNT_EMAILS_PER_HOUR) return false;
    this.log.warn({ event: 'account_mail.too_many', tenantId, accountId: id, kind });
    return true;
  }
}

/** The token stands behind the `#`: browsers send it to no server. */
const urlOf = (base: string, purpose: LinkPurpose, { token }: NewLink): string =>
  `${base}${LINK_PAGES[purpose]}?token=${token}`;

const withoutLink = ({ expiresAt, delivery }: LinkSent): LinkEmailed => ({ expiresAt, delivery });
