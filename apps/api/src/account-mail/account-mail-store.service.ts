import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type PreparedStatement, Sql } from '../database/sql.js';
import { PersonalData } from '../keys/personal-data.service.js';
import { type AccountMailKind, mailContentPlace } from './account-mail.entity.js';

/** What a mail is made of, as it is stored, encrypted. */
export interface AccountMailBody {
  readonly to: string;
  /** Whose account it is; empty when it is nobody's. */
  readonly displayName: string;
  /** The address with the one-time token, or null. */
  readonly link: string | null;
  /** ISO 8601; null without a link. */
  readonly expiresAt: string | null;
  /** Name of whoever caused the mail, when it was somebody else. */
  readonly by: string | null;
  /** One more fact, such as what was changed. */
  readonly detail: string | null;
  /** ISO 8601: when it happened. */
  readonly at: string;
}

/** A mail that waits, opened. */
export interface AccountMailContent extends AccountMailBody {
  readonly kind: AccountMailKind;
  readonly siteName: string;
}

/** A mail about to be stored. */
export interface NewAccountMail {
  readonly id: string;
  readonly accountId: string | null;
  readonly kind: AccountMailKind;
  readonly linkId: string | null;
  readonly createdAt: Date;
  readonly body: AccountMailBody;
  /** The worker that sends it at once; null: whoever comes first. */
  readonly leaseOwner: number | null;
}

const INSERT = `
WITH posted AS (
  INSERT INTO outbox_message (id, tenant_id, kind, state, created_at, expires_at, attempts, next_attempt_at, lease_owner,
                              leased_until)
  VALUES ($1::uuid, $2::uuid, 'account', CASE WHEN $9::int IS NULL THEN 'queued' ELSE 'sending' END, $7::timestamptz, $8::timestamptz,
          CASE WHEN $9::int IS NULL THEN 0 ELSE 1 END, now(), $9::int,
          CASE WHEN $9::int IS NOT NULL THEN now() + interval '60 seconds' END)
  RETURNING id)
INSERT INTO account_mail (id, tenant_id, account_id, kind, link_id, content, created_at)
SELECT id, $2::uuid, $3::uuid, $4, $5::uuid, $6, $7::timestamptz FROM posted`;

const CONTENT: PreparedStatement = {
  name: 'account_mail_content',
  text: `
SELECT m.kind, m.content, t.name AS "siteName"
  FROM account_mail m JOIN tenant t ON t.id = m.tenant_id
 WHERE m.tenant_id = $1 AND m.id = $2 AND m.content IS NOT NULL`,
};

const COUNT_SINCE: PreparedStatement = {
  name: 'account_mail_count',
  text: `SELECT count(*)::int AS count FROM account_mail
          WHERE tenant_id = $1 AND account_id = $2 AND kind = $3 AND created_at > $4`,
};

/** Mails to people who run a site, as rows; encrypted, because they hold an address and often a token. */
@Injectable()
export class AccountMailStore {
  constructor(
    private readonly sql: Sql,
    private readonly personalData: PersonalData,
  ) {}

  /** Puts a mail into the outbox, as part of a transaction. */
  async insert(manager: EntityManager, tenantId: string, mail: NewAccountMail): Promise<void> {
    const { id, accountId, kind, linkId, createdAt, body, leaseOwner } = mail;
    const content = await this.personalData.encrypt(tenantId, mailContentPlace(id), JSON.stringify(body));
    await manager.query(INSERT, [
      ...[id, tenantId, accountId, kind, linkId, content, createdAt, body.expiresAt, leaseOwner],
    ]);
  }

  /**
   * Undefined when the mail was withdrawn, or its account deleted.
   * @throws SecretUnreadableError
   */
  async content(tenantId: string, mailId: string): Promise<AccountMailContent | undefined> {
    const [row] = await this.sql.run<{ kind: AccountMailKind; content: string; siteName: string }>(CONTENT, [
      tenantId,
      mailId,
    ]);
    if (!row) return undefined;
    const text = await this.personalData.decrypt(tenantId, mailContentPlace(mailId), row.content);
    const body = JSON.parse(text) as AccountMailBody; // the edge: sealed by `insert`
    return { ...body, kind: row.kind, siteName: row.siteName };
  }

  /** Empties the mails that carry links of an account that have died, so that none leaves any more. */
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

  /** How many mails of a kind were made for an account since then. */
  async countSince(tenantId: string, accountId: string, kind: AccountMailKind, since: Date): Promise<number> {
    const [row] = await this.sql.run<{ readonly count: number }>(COUNT_SINCE, [
      tenantId,
      accountId,
      kind,
      since,
    ]);
    return row?.count ?? 0;
  }
}
