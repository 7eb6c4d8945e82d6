import type { LocalText } from '@sitedesk/contract/preferences';
import { type Message, worded } from '@sitedesk/contract/messages';
import { Inject, Injectable } from '@nestjs/common';
import type { EmailDelivery } from '@sitedesk/contract/account';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { type Account } from '../accounts/account.entity.js';
import { AccountPreferencesService } from '../accounts/account-preferences.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { EmailReader } from '../../email/moment.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import {
  asNotConfigured,
  DeliveryNotConfiguredError,
  DeliveryReadinessService,
  type KeptRoute,
} from '../../email/outbox/delivery-readiness.service.js';
import { EMAIL_TARGET } from '../../email/outbox/email-kind.js';
import { OutboxService } from '../../email/outbox/outbox.service.js';
import { LEASE_SECONDS } from '../../platform/jobs/job-store.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { ACCOUNT_EMAIL, type AccountEmailKind, emailContentPlace } from './account-email.entity.js';
import { emailPlace } from '../../platform/http/principal.js';

/** What an email is composed from, as it is stored, encrypted. */
interface AccountEmailBody {
  readonly to: string;
  /** Whose account it is; empty when it is nobody's. */
  readonly displayName: string;
  /** The address with the one-time token, or null. */
  readonly link: string | null;
  /** ISO 8601; null without a link. */
  readonly expiresAt: string | null;
  /** Name of the person who caused the email, when it was someone else. */
  readonly by: string | null;
  /** Whose account that is; null when it was nobody's. Emails of earlier versions don't say it. */
  readonly byId?: string | null;
  /** One more fact, such as what was changed; in earlier versions in English alone. */
  readonly detail: LocalText | string | null;
  /** The route by which it leaves at first, when the site's own was just changed; emails of earlier versions say nothing. */
  readonly formerRoute?: KeptRoute | undefined;
  /** ISO 8601: when it happened. */
  readonly at: string;
}

/** An email that waits, opened. */
export interface AccountEmailContent extends AccountEmailBody {
  readonly kind: AccountEmailKind;
  readonly siteName: string;
  /** How its reader reads; undefined where nobody knows. */
  readonly reader: EmailReader | undefined;
}

/** An email to someone who runs the site. */
export interface AccountEmailDraft {
  /** Whose it is; null when the address is nobody's account. */
  readonly account: Pick<Account, 'id' | 'displayName'> | null;
  readonly kind: AccountEmailKind;
  readonly to: string;
  readonly link?: { readonly id: string; readonly url: string; readonly expiresAt: Date };
  /** Name of the person who caused it, when it is someone else. */
  readonly by?: string | null;
  /** Their account: the email is in their language as long as nobody knows the reader's. */
  readonly byId?: string | null;
  /** One more fact to show, such as what was changed. */
  readonly detail?: LocalText | null;
  /** The route by which it leaves at first, when the site's own was just changed. */
  readonly formerRoute?: KeptRoute | undefined;
}

/** What {@link AccountEmailService.postNotice} may send. */
interface NotificationDetails {
  /** One line: what was changed. */
  readonly detail?: LocalText;
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
  | 'webhook-off'
>;

/** How long a request waits for the first attempt to send an email. */
const FIRST_ATTEMPT_MS = 3_000;

const INSERT = `
WITH posted AS (
  INSERT INTO job (id, tenant_id, kind, target, state, created_at, expires_at, attempts, next_attempt_at, lease_owner,
                   leased_until)
  VALUES ($1::uuid, $2::uuid, '${ACCOUNT_EMAIL}', '${EMAIL_TARGET}', CASE WHEN $9::int IS NULL THEN 'queued' ELSE 'running' END,
          $7::timestamptz, $8::timestamptz, CASE WHEN $9::int IS NULL THEN 0 ELSE 1 END, now(), $9::int,
          CASE WHEN $9::int IS NOT NULL THEN now() + interval '${LEASE_SECONDS} seconds' END)
  RETURNING id)
INSERT INTO account_mail (id, tenant_id, account_id, kind, link_id, content, created_at)
SELECT id, $2::uuid, $3::uuid, $4, $5::uuid, $6, $7::timestamptz FROM posted`;

const CONTENT = statement('account_mail_content')`
SELECT m.kind, m.content, m.account_id AS "accountId", t.name AS "siteName"
  FROM account_mail m JOIN tenant t ON t.id = m.tenant_id
 WHERE m.tenant_id = $1 AND m.id = $2 AND m.content IS NOT NULL`;

interface ContentRow {
  readonly kind: AccountEmailKind;
  readonly content: string;
  readonly accountId: string | null;
  readonly siteName: string;
}

const COUNT_SINCE = statement('account_mail_count')`
SELECT count(*)::int AS count FROM account_mail
 WHERE tenant_id = $1 AND account_id = $2 AND kind = $3 AND created_at > $4`;

/**
 * Writes to the people who run a site, through the outbox: what was stored leaves, whatever happens in the meantime. It is stored
 * encrypted, because it holds an address and often a token.
 */
@Injectable()
export class AccountEmailService {
  constructor(
    private readonly sql: Sql,
    private readonly readiness: DeliveryReadinessService,
    private readonly outbox: OutboxService,
    private readonly jobs: JobsService,
    private readonly personalData: PersonalDataService,
    private readonly accounts: AccountsService,
    private readonly preferences: AccountPreferencesService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Why the tenant's mail cannot leave, as a sentence; undefined when it can. Then, and only then, store an email. */
  async problem(tenantId: string): Promise<Message | undefined> {
    const route = await this.readiness.emailRoute(tenantId).catch(asNotConfigured);
    return route instanceof DeliveryNotConfiguredError ? route.problem : undefined;
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
  async deliver(tenantId: string, { id, held }: HeldEmail): Promise<EmailDelivery> {
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

  /** Notifies the owner of an account, as part of a transaction; call {@link wake} after it. */
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

  /**
   * Undefined when the email was withdrawn, or its account deleted.
   * @throws SecretUnreadableError
   */
  async content(tenantId: string, mailId: string): Promise<AccountEmailContent | undefined> {
    const [row] = await this.sql.run<ContentRow>(CONTENT, [tenantId, mailId]);
    if (!row) return undefined;
    const text = await this.personalData.decrypt(tenantId, emailContentPlace(mailId), row.content);
    const body = JSON.parse(text) as AccountEmailBody; // the edge: sealed by `insert`
    const reader = await this.readerOf(tenantId, row.accountId, body);
    return { ...body, kind: row.kind, siteName: row.siteName, reader };
  }

  /** As it is when the email leaves. */
  private async readerOf(
    tenantId: string,
    accountId: string | null,
    { to, byId }: AccountEmailBody,
  ): Promise<EmailReader | undefined> {
    const owner = accountId ?? (await this.accounts.findByEmail(tenantId, to))?.id;
    return this.preferences.readerAmong(
      tenantId,
      [owner, byId].flatMap((id) => id ?? []),
    );
  }

  /** Empties the emails that carry links of an account that have died, so that none leaves anymore. */
  async withdraw(
    manager: EntityManager,
    tenantId: string,
    accountId: string,
    linkIds: readonly string[],
  ): Promise<void> {
    if (linkIds.length === 0) return;
    await manager.query(
      `UPDATE account_mail SET content = NULL
        WHERE tenant_id = $1 AND account_id = $2 AND link_id = ANY($3::uuid[]) AND content IS NOT NULL`,
      [tenantId, accountId, [...linkIds]],
    );
  }

  /** How many emails of a kind were queued for an account since then. */
  async countSince(
    tenantId: string,
    accountId: string,
    kind: AccountEmailKind,
    since: Date,
  ): Promise<number> {
    const [row] = await this.sql.run<{ readonly count: number }>(COUNT_SINCE, [
      tenantId,
      accountId,
      kind,
      since,
    ]);
    return row?.count ?? 0;
  }

  private async insert(
    manager: EntityManager,
    tenantId: string,
    { account, kind, to, link, by = null, byId = null, detail = null, formerRoute }: AccountEmailDraft,
    leaseOwner: number | null,
  ): Promise<string> {
    const createdAt = new Date(this.clock.now());
    const id = newId();
    const body: AccountEmailBody = {
      to,
      displayName: account?.displayName ?? '',
      by,
      byId,
      detail,
      link: link?.url ?? null,
      expiresAt: link?.expiresAt.toISOString() ?? null,
      at: createdAt.toISOString(),
      formerRoute,
    };
    const content = await this.personalData.encrypt(tenantId, emailContentPlace(id), JSON.stringify(body));
    const owner = [account?.id ?? null, kind, link?.id ?? null];
    const values = [id, tenantId, ...owner, content, createdAt, link?.expiresAt ?? null, leaseOwner];
    await manager.query(INSERT, values);
    return id;
  }
}
