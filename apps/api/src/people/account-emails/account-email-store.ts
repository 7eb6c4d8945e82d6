import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Sql, statement } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { EMAIL_TARGET } from '../../email/outbox/email-kind.js';
import { LEASE_SECONDS } from '../../platform/jobs/job-store.js';
import type { KeptRoute } from '../../email/outbox/delivery-readiness.service.js';
import { ACCOUNT_EMAIL, type AccountEmailKind, emailContentPlace } from './account-email.entity.js';

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
  /** One more fact, such as what was changed. */
  readonly detail: string | null;
  /** The route by which it leaves at first, when the site's own was just changed; emails of earlier versions say nothing. */
  readonly formerRoute?: KeptRoute | undefined;
  /** ISO 8601: when it happened. */
  readonly at: string;
}

/** An email that waits, opened. */
export interface AccountEmailContent extends AccountEmailBody {
  readonly kind: AccountEmailKind;
  readonly siteName: string;
}

/** An email about to be stored. */
interface NewAccountEmail {
  readonly id: string;
  readonly accountId: string | null;
  readonly kind: AccountEmailKind;
  readonly linkId: string | null;
  readonly createdAt: Date;
  readonly body: AccountEmailBody;
  /** The worker that sends it at once; null: any worker. */
  readonly leaseOwner: number | null;
}

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
SELECT m.kind, m.content, t.name AS "siteName"
  FROM account_mail m JOIN tenant t ON t.id = m.tenant_id
 WHERE m.tenant_id = $1 AND m.id = $2 AND m.content IS NOT NULL`;

const COUNT_SINCE = statement('account_mail_count')`SELECT count(*)::int AS count FROM account_mail
          WHERE tenant_id = $1 AND account_id = $2 AND kind = $3 AND created_at > $4`;

/** Emails to people who run a site, as rows; encrypted, because they hold an address and often a token. */
@Injectable()
export class AccountEmailStore {
  constructor(
    private readonly sql: Sql,
    private readonly personalData: PersonalDataService,
  ) {}

  /** Adds an email to the outbox, as part of a transaction. */
  async insert(manager: EntityManager, tenantId: string, mail: NewAccountEmail): Promise<void> {
    const { id, accountId, kind, linkId, createdAt, body, leaseOwner } = mail;
    const content = await this.personalData.encrypt(tenantId, emailContentPlace(id), JSON.stringify(body));
    await manager.query(INSERT, [
      id,
      tenantId,
      accountId,
      kind,
      linkId,
      content,
      createdAt,
      body.expiresAt,
      leaseOwner,
    ]);
  }

  /**
   * Undefined when the email was withdrawn, or its account deleted.
   * @throws SecretUnreadableError
   */
  async content(tenantId: string, mailId: string): Promise<AccountEmailContent | undefined> {
    const [row] = await this.sql.run<{ kind: AccountEmailKind; content: string; siteName: string }>(CONTENT, [
      tenantId,
      mailId,
    ]);
    if (!row) return undefined;
    const text = await this.personalData.decrypt(tenantId, emailContentPlace(mailId), row.content);
    const body = JSON.parse(text) as AccountEmailBody; // the edge: sealed by `insert`
    return { ...body, kind: row.kind, siteName: row.siteName };
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
}
