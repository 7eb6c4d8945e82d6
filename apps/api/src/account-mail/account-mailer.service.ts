import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { MailReport } from '@sitedesk/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../common/clock.js';
import { newId } from '../common/id.js';
import { LOG, type Log } from '../common/log.js';
import { type Account, emailPlace } from '../identity/account.entity.js';
import { PersonalData } from '../keys/personal-data.service.js';
import { DeliveryNotConfiguredError, DeliveryReadiness } from '../outbox/delivery-readiness.service.js';
import { OutboxWorker } from '../outbox/outbox-worker.js';
import type { AccountMailKind } from './account-mail.entity.js';
import { AccountMailStore } from './account-mail-store.service.js';

/** A mail to somebody who runs the site. */
export interface AccountMailDraft {
  /** Whose it is; null when the address is nobody's account. */
  readonly account: Pick<Account, 'id' | 'displayName'> | null;
  readonly kind: AccountMailKind;
  readonly to: string;
  readonly link?: { readonly id: string; readonly url: string; readonly expiresAt: Date };
  /** Name of whoever caused it, when it is somebody else. */
  readonly by?: string | undefined;
  /** One more fact to tell, such as what was changed. */
  readonly detail?: string | undefined;
}

/** What {@link AccountMailer.notify} may tell. */
export interface NotificationDetails {
  /** One line: what was changed. */
  readonly detail?: string;
  /** Instead of the account's address; for a change of that address. */
  readonly to?: string;
}

/** A mail that is stored, and that this process holds to send it at once. */
export interface HeldMail {
  readonly id: string;
  /** False when this process sends no mail: another one will. */
  readonly held: boolean;
}

/** Kinds of mails that only tell what has happened. */
export type AccountNews = Exclude<
  AccountMailKind,
  'invitation' | 'confirm-email' | 'reset-password' | 'change-email' | 'recipient-changed'
>;

/** How long a request waits for the first attempt to send a mail. */
const FIRST_ATTEMPT_MS = 3_000;

/** Writes to the people who run a site, through the outbox: what was stored leaves, whatever happens meanwhile (C17). */
@Injectable()
export class AccountMailer implements BeforeApplicationShutdown {
  private readonly underway = new Set<Promise<void>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: AccountMailStore,
    private readonly readiness: DeliveryReadiness,
    private readonly outbox: OutboxWorker,
    private readonly personalData: PersonalData,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Why the tenant's mail cannot leave, as a sentence; undefined when it can. Then, and only then, store a mail. */
  async problem(tenantId: string): Promise<string | undefined> {
    try {
      await this.readiness.mailRoute(tenantId);
      return undefined;
    } catch (error) {
      if (error instanceof DeliveryNotConfiguredError) return error.message;
      throw error;
    }
  }

  /** Stores a mail as part of a transaction; call {@link wake} after it. */
  async post(manager: EntityManager, tenantId: string, draft: AccountMailDraft): Promise<void> {
    await this.insert(manager, tenantId, draft, null);
  }

  /** Stores a mail as part of a transaction; {@link deliver} it after that, and within seconds. */
  async postHeld(manager: EntityManager, tenantId: string, draft: AccountMailDraft): Promise<HeldMail> {
    const held = this.outbox.enabled;
    return { id: await this.insert(manager, tenantId, draft, held ? this.outbox.id : null), held };
  }

  /** The first attempt, or what is known after three seconds; the outbox goes on by itself. */
  async deliver(tenantId: string, { id, held }: HeldMail): Promise<MailReport> {
    if (!held) return { status: 'queued', detail: null };
    const attempt = this.outbox.deliverNow({ id, kind: 'account', tenantId, attempts: 1 });
    const outcome = await Promise.race([attempt, sleep(FIRST_ATTEMPT_MS, undefined, { ref: false })]);
    if (outcome === undefined || outcome.kind === 'unknown') return { status: 'queued', detail: null };
    if (outcome.kind === 'sent') return { status: 'sent', detail: null };
    return { status: outcome.kind === 'refused' ? 'refused' : 'queued', detail: outcome.detail };
  }

  /** Sends what was stored, without waiting for it. */
  wake(): void {
    this.outbox.wake();
  }

  /** Tells an account's holder what has happened to it. Never waits and never throws; what goes wrong is logged. */
  notify(
    tenantId: string,
    account: Pick<Account, 'id' | 'email' | 'displayName'>,
    kind: AccountNews,
    details: NotificationDetails = {},
  ): void {
    const work = this.tell(tenantId, account, kind, details)
      .catch((error: unknown) => this.log.error({ event: 'account_mail.lost', tenantId, kind, err: error }))
      .finally(() => this.underway.delete(work));
    this.underway.add(work);
  }

  /** Stores the same as part of a transaction; call {@link wake} after it. */
  async postNews(
    manager: EntityManager,
    tenantId: string,
    account: Pick<Account, 'id' | 'email' | 'displayName'>,
    kind: AccountNews,
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

  private async tell(...[tenantId, ...news]: Parameters<AccountMailer['notify']>): Promise<void> {
    await this.dataSource.transaction((manager) => this.postNews(manager, tenantId, ...news));
    this.wake();
  }

  private async insert(
    manager: EntityManager,
    tenantId: string,
    { account, kind, to, link, by, detail }: AccountMailDraft,
    leaseOwner: number | null,
  ): Promise<string> {
    const createdAt = new Date(this.clock.now());
    const id = newId();
    const body = {
      ...{ to, displayName: account?.displayName ?? '', by: by ?? null, detail: detail ?? null },
      ...{ link: link?.url ?? null, expiresAt: link?.expiresAt.toISOString() ?? null },
      at: createdAt.toISOString(),
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
