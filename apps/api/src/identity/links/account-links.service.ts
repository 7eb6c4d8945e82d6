import { Inject, Injectable } from '@nestjs/common';
import {
  ACCOUNT_MAILS_PER_HOUR,
  LINK_PAGES,
  LINK_PURPOSES,
  type LinkPurpose,
  type MailReport,
} from '@sitedesk/contract';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountMailStore } from '../../account-mail/account-mail-store.service.js';
import { type AccountMailDraft, AccountMailer } from '../../account-mail/account-mailer.service.js';
import type { Actor } from '../../audit/actor.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { LOG, type Log } from '../../common/log.js';
import { unavailableAware } from '../../database/sql.js';
import type { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { EditorAddresses } from './editor-address.service.js';
import { LinkStore, type NewLink } from './link-store.service.js';

/** What became of a link that was to be mailed. */
export interface LinkMailed {
  readonly expiresAt: Date;
  readonly mail: MailReport;
}

/** The same, with the link itself. Without a known address of the editor it is a path, such as `/admin/#/invitation?token=...`. */
export interface LinkSent extends LinkMailed {
  readonly link: string;
}

const HOUR_MS = 3_600_000;

type Prepared = { readonly base: string; readonly problem: string | undefined };

/**
 * Sends people one-time links (ID-07, C17). The `send…` methods are for whoever is signed in and wait, three seconds at
 * most, for the truth about the mail; the `request…` ones are for strangers, who learn nothing from them. The caller
 * leaves the row in the audit log.
 */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: LinkStore,
    private readonly mailer: AccountMailer,
    private readonly mails: AccountMailStore,
    private readonly addresses: EditorAddresses,
    private readonly accounts: AccountsService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** An invitation to choose a password; who sends it may copy the link. Call it after the account's transaction. */
  sendInvitation(tenantId: string, actor: Actor, account: Account): Promise<LinkSent> {
    return this.send(tenantId, account, { purpose: 'invitation', by: actor.label });
  }

  /** A link with which the account's holder confirms the address. */
  async sendConfirmation(tenantId: string, _actor: Actor, account: Account): Promise<LinkMailed> {
    return withoutLink(await this.send(tenantId, account, { purpose: 'confirm-email' }));
  }

  /** A link with which the account's holder chooses a new password; nobody else sees it (ID-24). */
  async sendPasswordReset(tenantId: string, actor: Actor, account: Account): Promise<LinkMailed> {
    const by = actor.id === account.id ? undefined : actor.label;
    return withoutLink(await this.send(tenantId, account, { purpose: 'reset-password', by }));
  }

  /** A link to a new address, which becomes the account's when it is used. */
  async sendEmailChange(tenantId: string, account: Account, newEmail: string): Promise<LinkMailed> {
    return withoutLink(await this.send(tenantId, account, { purpose: 'change-email', newEmail }));
  }

  /** Why no link can be mailed, as a sentence; undefined when it can. */
  async problem(tenantId: string): Promise<string | undefined> {
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
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const made = await this.links.make(manager, tenantId, account.id, purpose);
        const to = await this.accounts.emailOf(tenantId, account);
        const link = { id: made.id, url: urlOf(base, purpose, made), expiresAt: made.expiresAt };
        await this.mailer.post(manager, tenantId, { account, kind: purpose, to, link });
      }),
    );
    this.mailer.wake();
  }

  /** Tells the holder of an address that somebody tried to register it, unless that was told too often of late. */
  async tellKnown(tenantId: string, account: Account): Promise<void> {
    if (await this.isTooOften(tenantId, account, 'address-known')) return;
    await unavailableAware(() =>
      this.dataSource.transaction((manager) =>
        this.mailer.postNews(manager, tenantId, account, 'address-known'),
      ),
    );
    this.mailer.wake();
  }

  /** Ends every link of an account: on a change of password or address, and when it is disabled (ID-07). */
  revokeAll(manager: EntityManager, tenantId: string, accountId: string): Promise<void> {
    return this.links.end(manager, tenantId, accountId, LINK_PURPOSES);
  }

  private async send(
    tenantId: string,
    account: Account,
    what: { readonly purpose: LinkPurpose; readonly by?: string | undefined; readonly newEmail?: string },
  ): Promise<LinkSent> {
    const { purpose, by, newEmail } = what;
    const { base, problem } = await this.prepare(tenantId);
    const { made, held } = await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const link = await this.links.make(manager, tenantId, account.id, purpose, newEmail);
        if (problem !== undefined) return { made: link, held: undefined };
        const draft: AccountMailDraft = {
          ...{ account, kind: purpose, by: by === '' ? undefined : by },
          to: newEmail ?? (await this.accounts.emailOf(tenantId, account)),
          link: { id: link.id, url: urlOf(base, purpose, link), expiresAt: link.expiresAt },
        };
        return { made: link, held: await this.mailer.postHeld(manager, tenantId, draft) };
      }),
    );
    const mail: MailReport = held
      ? await this.mailer.deliver(tenantId, held)
      : { status: 'not-configured', detail: problem ?? null };
    return { link: urlOf(base, purpose, made), expiresAt: made.expiresAt, mail };
  }

  /** Where links lead to, and why none can be mailed. */
  private async prepare(tenantId: string): Promise<Prepared> {
    const address = await this.addresses.of(tenantId);
    const problem = await this.mailer.problem(tenantId);
    if ('problem' in address) return { base: '', problem: problem ?? address.problem };
    return { base: address.url, problem };
  }

  /** Whether strangers have had so many such mails sent to this person that it is no help any more. */
  private async isTooOften(
    tenantId: string,
    { id }: Account,
    kind: 'confirm-email' | 'reset-password' | 'address-known',
  ): Promise<boolean> {
    const since = new Date(this.clock.now() - HOUR_MS);
    const count = await this.mails.countSince(tenantId, id, kind, since);
    if (count < ACCOUNT_MAILS_PER_HOUR) return false;
    this.log.warn({ event: 'account_mail.too_many', tenantId, accountId: id, kind });
    return true;
  }
}

/** The token stands behind the `#`: browsers send it to no server (ID-07). */
const urlOf = (base: string, purpose: LinkPurpose, { token }: NewLink): string =>
  `${base}${LINK_PAGES[purpose]}?token=${token}`;

const withoutLink = ({ expiresAt, mail }: LinkSent): LinkMailed => ({ expiresAt, mail });
