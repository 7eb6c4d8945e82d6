import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { articlePath } from '@sitedesk/contract/articles';
import { FIRST_OPEN_THREAD } from '@sitedesk/contract/comments';
import { OUTBOX_TEXTS } from '@sitedesk/contract/outbox';
import type { Permission } from '@sitedesk/contract/permissions';
import type { EntityManager } from 'typeorm';
import {
  asNotConfigured,
  DeliveryNotConfiguredError,
  DeliveryReadinessService,
} from '../../email/outbox/delivery-readiness.service.js';
import {
  type ComposedEmail,
  EMAIL_TARGET,
  type EmailDescription,
  type EmailKind,
  type EmailPreview,
} from '../../email/outbox/email-kind.js';
import { OutboxService } from '../../email/outbox/outbox.service.js';
import { AccountPreferencesService } from '../../people/accounts/account-preferences.service.js';
import { AccountsService } from '../../people/accounts/accounts.service.js';
import { EditorAddressService } from '../../people/links/editor-address.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { LiveEventsService } from '../../platform/events/live-events.service.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { articleEmail } from './article-email.js';
import type { ArticleEmailKind } from './article-email-texts.js';

/** Kind of the jobs that send them; such a job has the id of its email. */
const ARTICLE_EMAIL = 'article-email';

const INSERT = `
WITH posted AS (
  INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
  SELECT id, $1::uuid, '${ARTICLE_EMAIL}', '${EMAIL_TARGET}', 'queued', $8::timestamptz, now() FROM unnest($2::uuid[]) AS t(id)
  RETURNING id)
INSERT INTO article_email (id, tenant_id, account_id, number, kind, sender_id, words, at)
SELECT posted.id, $1::uuid, r.account_id, $4::int, $5, $6::uuid, $7, $8::timestamptz
FROM unnest($2::uuid[], $3::uuid[]) AS r(id, account_id) JOIN posted USING (id)`;

const CONTENT = statement('article_email_content')`
SELECT m.kind, m.number, m.words, m.at, a.title, o.id AS "accountId", o.email, s.display_name AS by, t.name AS "siteName"
  FROM article_email m
  JOIN article a ON a.tenant_id = m.tenant_id AND a.number = m.number
  JOIN account o ON o.tenant_id = m.tenant_id AND o.id = m.account_id
  JOIN tenant t ON t.id = m.tenant_id
  LEFT JOIN account s ON s.tenant_id = m.tenant_id AND s.id = m.sender_id
 WHERE m.tenant_id = $1 AND m.id = $2 AND o.status = 'active'`;

interface ContentRow {
  readonly kind: ArticleEmailKind;
  readonly number: number;
  readonly words: string | null;
  readonly at: Date;
  readonly title: string;
  readonly accountId: string;
  /** Ciphertext. */
  readonly email: string;
  readonly by: string | null;
  readonly siteName: string;
}

const DESCRIBE = statement('article_email_describe')`
SELECT m.id, a.title, o.id AS "accountId", o.email
  FROM article_email m
  JOIN article a ON a.tenant_id = m.tenant_id AND a.number = m.number
  JOIN account o ON o.tenant_id = m.tenant_id AND o.id = m.account_id
 WHERE m.tenant_id = $1 AND m.id = ANY($2::uuid[])`;

interface DescribeRow {
  readonly id: string;
  readonly title: string;
  readonly accountId: string;
  readonly email: string;
}

const OF_ACCOUNT = statement('article_email_of_account')`
SELECT id FROM article_email WHERE tenant_id = $1 AND account_id = $2 ORDER BY at DESC LIMIT 10000`;

/** What people are to be notified of. */
interface ArticleNotice {
  readonly number: number;
  readonly kind: ArticleEmailKind;
  /** IDs of accounts. Who does it isn't notified. */
  readonly to: Iterable<string | null>;
  /** What the caller wrote. */
  readonly words: string | null;
}

/** Notifies people of what others do with an article, through the outbox. Each email is composed when it leaves, as its reader reads. */
@Injectable()
export class ArticleEmailsService implements EmailKind, OnModuleInit {
  readonly job = ARTICLE_EMAIL;
  readonly name = 'article';
  readonly logField = 'emailId';
  readonly keepsContent = true;
  readonly effects = [];

  constructor(
    private readonly outbox: OutboxService,
    private readonly readiness: DeliveryReadinessService,
    private readonly jobs: JobsService,
    private readonly events: LiveEventsService,
    private readonly accounts: AccountsService,
    private readonly preferences: AccountPreferencesService,
    private readonly editor: EditorAddressService,
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  /** Stores emails as part of a transaction; call {@link done} after it. A site that sends no email goes on without. */
  async post(
    manager: EntityManager,
    { tenantId, caller }: CallerContext,
    { number, kind, to, words }: ArticleNotice,
  ): Promise<void> {
    const recipients = [...new Set(to)].filter((id) => id !== null && id !== caller.accountId);
    if (recipients.length === 0) return;
    const route = await this.readiness.emailRoute(tenantId).catch(asNotConfigured);
    if (route instanceof DeliveryNotConfiguredError) {
      this.log.warn({ event: 'article_email.not_configured', tenantId, kind, detail: route.problem.text });
      return;
    }
    const at = new Date(this.clock.now());
    const ids = recipients.map(() => newId());
    await manager.query(INSERT, [tenantId, ids, recipients, number, kind, caller.accountId, words, at]);
  }

  /**
   * After the transaction: sends what was stored, without waiting for it, and lets pages know that show an article. Not which: people
   * who may not see a restricted one hear it too.
   */
  done(tenantId: string): void {
    this.jobs.wake();
    this.events.publish(tenantId, { kind: 'article.discussed' }, [], 1);
  }

  async compose(tenantId: string, id: string): Promise<ComposedEmail> {
    const route = await this.readiness.emailRoute(tenantId);
    const [row] = await this.sql.run<ContentRow>(CONTENT, [tenantId, id]);
    if (!row) return { route, email: undefined };
    const { accountId, number, ...content } = row;
    const { senderEmail, senderName } = route;
    const { locale } = await this.preferences.readerOf(tenantId, accountId);
    const to = await this.accounts.emailOf(tenantId, { id: accountId, email: row.email });
    const address = await this.editor.of(tenantId);
    // What is to change stands in the comments.
    const thread = row.kind === 'changes-requested' ? `&thread=${FIRST_OPEN_THREAD}` : '';
    const link = 'url' in address ? `${address.url}${articlePath(number)}?panel=review${thread}` : undefined;
    return { route, email: articleEmail({ ...content, id, to, locale, link, senderEmail, senderName }) };
  }

  async preview(tenantId: string, id: string, permissions: ReadonlySet<Permission>): Promise<EmailPreview> {
    if (!permissions.has('pages.view')) return { problem: OUTBOX_TEXTS.articlesOnly };
    const composed = await this.compose(tenantId, id).catch(asNotConfigured);
    if (composed instanceof DeliveryNotConfiguredError) return { problem: composed.problem };
    if ('problem' in composed || !composed.email) return { problem: OUTBOX_TEXTS.contentGone };
    return { email: composed.email, hiddenLink: undefined };
  }

  async describe(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, EmailDescription>> {
    const rows = await this.sql.run<DescribeRow>(DESCRIBE, [tenantId, ids]);
    const described = rows.map(async ({ id, title, accountId, email }) => {
      const to = await this.accounts.emailOf(tenantId, { id: accountId, email });
      return [id, { subject: title, to, isTest: false, hasContent: true }] as const;
    });
    return new Map(await Promise.all(described));
  }

  async sentTo(tenantId: string, address: string): Promise<readonly string[]> {
    const account = await this.accounts.findByEmail(tenantId, address);
    if (!account) return [];
    const rows = await this.sql.run<{ readonly id: string }>(OF_ACCOUNT, [tenantId, account.id]);
    return rows.map(({ id }) => id);
  }
}
