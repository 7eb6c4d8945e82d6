import { type Message, worded } from '@sitedesk/contract/messages';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { MailReport } from '@sitedesk/contract/account';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { type Account } from '../accounts/account.entity.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import {
  DeliveryNotConfiguredError,
  DeliveryReadinessService,
  type KeptRoute,
} from '../../email/outbox/delivery-readiness.service.js';
import { OutboxService } from '../../email/outbox/outbox.service.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { ACCOUNT_EMAIL, type AccountEmailKind } from './account-email.entity.js';
import { AccountEmailStore } from './account-email-store.js';
import { emailPlace } from '../../platform/http/principal.js';

/** An email to someone who runs the site. */
export interface AccountEmailDraft {
  /** Whose it is; null when the address is nobody's account. */
  readonly account: Pick<Account, 'id' | 'displayName'> | null;
  readonly kind: AccountEmailKind;
  readonly to: string;
  readonly link?: { readonly id: string; readonly url: string; readonly expiresAt: Date };
  /** Name of the person who caused it, when it is someone else. */
  readonly by?: string | undefined;
  /** One more fact to show, such as what was changed. */
  readonly detail?: string | undefined;
  /** The route by which it leaves at first, when the site's own was just changed. */
  readonly formerRoute?: KeptRoute | undefined;
}

/** What {@link AccountEmailService.notify} may send. */
interface NotificationDetails {
  /** One line: what was changed. */
  readonly detail?: string;
  /** Instead of the account's address; for a change of that address. */
  readonly to?: string;
}

/** An email that is stored, and that this process holds to send it at once. */
interface HeldEmail {
  readonly id: string;
  /** False when this process sends no email: another one will. */
  readonly held: boolean;
}

/** Kinds of emails that only notify. */
type AccountNotice = Exclude<
  AccountEmailKind,
  | 'invitation'
  | 'confirm-email'
  | 'reset-password'
  | 'change-email'
  | 'recipient-changed'
  | 'security-changed'
>;

/** How long a request waits for the first attempt to send an email. */
const FIRST_ATTEMPT_MS = 3_000;

/** Writes to the people who run a site, through the outbox: what was stored leaves, whatever happens in the meantime. */
@Injectable()
export class AccountEmailService implements BeforeApplicationShutdown {
  private readonly underway = new Set<Promise<void>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: AccountEmailStore,
    private readonly readiness: DeliveryReadinessService,
    private readonly outbox: OutboxService,
    private readonly jobs: JobsService,
    private readonly personalData: PersonalDataService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Why the tenant's mail cannot leave, as a sentence; undefined when it can. Then, and only then, store an email. */
  async problem(tenantId: string): Promise<Message | undefined> {
    try {
      await this.readiness.emailRoute(tenantId);
      return undefined;
    } catch (error) {
      if (error instanceof DeliveryNotConfiguredError) return error.problem;
      throw error;
    }
  }

  /** Stores an email as part of a transaction; call {@link wake} after it. */
  async post(manager: EntityManager, tenantId: string, draft: AccountEmailDraft): Promise<void> {
    await this.insert(manager, tenantId, draft, null);
  }

  /** Stores an email as part of a transaction; {@link deliver} it after that, and within seconds. */
  async postHeld(manager: EntityManager, tenantId: string, draft: AccountEmailDraft): Promise<HeldEmail> {
    const held = this.jobs.enabled;
    return { id: await this.insert(manager, tenantId, draft, held ? this.jobs.workerId : null), held };
  }

  /** The first attempt, or what is known after three seconds; the outbox goes on automatically. */
  async deliver(tenantId: string, { id, held }: HeldEmail): Promise<MailReport> {
    if (!held) return { status: 'queued', ...worded('detail', null) };
    const attempt = this.outbox.sendNow(ACCOUNT_EMAIL, tenantId, id);
    const outcome = await Promise.race([attempt, sleep(FIRST_ATTEMPT_MS, undefined, { ref: false })]);
    if (outcome === undefined || outcome.kind === 'unknown')
      return { status: 'queued', ...worded('detail', null) };
    if (outcome.kind === 'sent') return { status: 'sent', ...worded('detail', null) };
    return { status: outcome.kind === 'refused' ? 'refused' : 'queued', ...worded('detail', outcome.detail) };
  }

  /** Sends what was stored, without waiting for it. */
  wake(): void {
    this.jobs.wake();
  }

  /** Notifies the owner of an account. Never waits and never throws; what goes wrong is logged. */
  notify(
    tenantId: string,
    account: Pick<Account, 'id' | 'email' | 'displayName'>,
    kind: AccountNotice,
    details: NotificationDetails = {},
  ): void {
    const work = this.send(tenantId, account, kind, details)
      .catch((error: unknown) => this.log.error({ event: 'account_mail.lost', tenantId, kind, err: error }))
      .finally(() => this.underway.delete(work));
    this.underway.add(work);
  }

  /** Stores the same as part of a transaction; call {@link wake} after it. */
  async postNotice(
    manager: EntityManager,
    tenantId: string,
    account: Pick<Account, 'id' | 'email' | 'displayName'>,
    kind: AccountNotice,
    { detail, to }: NotificationDetails = {},
  ): Promise<void> {
    const problem = await this.problem(tenantId);
    if (problem !== undefined) {
      this.log.warn({ event: 'account_mail.not_configured', tenantId, kind, detail: problem });
      return;
    }
    const address = to ?? (await this.personalData.decrypt(tenantId, emailPlace(account.id), account.email));
    await this.post(manager, tenantId, { account, kind, to: address, detail });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.underway);
  }

  private async send(...[tenantId, ...notice]: Parameters<AccountEmailService['notify']>): Promise<void> {
    await this.dataSource.transaction((manager) => this.postNotice(manager, tenantId, ...notice));
    this.wake();
  }

  private async insert(
    manager: EntityManager,
    tenantId: string,
    { account, kind, to, link, by, detail, formerRoute }: AccountEmailDraft,
    leaseOwner: number | null,
  ): Promise<string> {
    const createdAt = new Date(this.clock.now());
    const id = newId();
    const body = {
      to,
      displayName: account?.displayName ?? '',
      by: by ?? null,
      detail: detail ?? null,
      link: link?.url ?? null,
      expiresAt: link?.expiresAt.toISOString() ?? null,
      at: createdAt.toISOString(),
      formerRoute,
    };
    const row = {
      id,
      accountId: account?.id ?? null,
      kind,
      linkId: link?.id ?? null,
      createdAt,
      body,
      leaseOwner,
    };
    await this.store.insert(manager, tenantId, row);
    return id;
  }
}
