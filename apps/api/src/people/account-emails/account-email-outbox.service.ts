import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { OUTBOX_TEXTS } from '@sitedesk/contract/outbox';
import type { Permission } from '@sitedesk/contract/permissions';
import { ACCOUNT_EMAIL } from './account-email.entity.js';
import { accountEmail } from './account-email.js';
import { type AccountEmailContent, AccountEmailService } from './account-email.service.js';
import {
  asNotConfigured,
  DeliveryNotConfiguredError,
  DeliveryReadinessService,
  type EmailRoute,
  routeOf,
} from '../../email/outbox/delivery-readiness.service.js';
import type {
  ComposedEmail,
  EmailDescription,
  EmailKind,
  EmailPreview,
} from '../../email/outbox/email-kind.js';
import { OutboxService } from '../../email/outbox/outbox.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { SecretUnreadableError } from '../../platform/crypto/key-ring.js';
import { AccountsService } from '../accounts/accounts.service.js';

/** An email without an account went to the recipient of notifications. */
const DESCRIBE = statement('account_mail_describe')`
SELECT m.id, m.kind, m.content IS NOT NULL AS "hasContent", a.id AS "accountId", a.email
FROM account_mail m LEFT JOIN account a ON a.tenant_id = m.tenant_id AND a.id = m.account_id
WHERE m.tenant_id = $1 AND m.id = ANY($2::uuid[])`;

interface DescribeRow {
  readonly id: string;
  readonly kind: string;
  readonly hasContent: boolean;
  readonly accountId: string | null;
  /** Ciphertext. */
  readonly email: string | null;
}

const OF_ACCOUNT = statement('account_mail_of_account')`
SELECT id FROM account_mail WHERE tenant_id = $1 AND account_id = $2 ORDER BY created_at DESC LIMIT 10000`;

/** The token of a link is among the texts, so they go when the email has left; what went nowhere stays to be read. */
const FORGET_CONTENT = `
  UPDATE account_mail m SET content = NULL FROM settled
  WHERE m.tenant_id = settled.tenant_id AND m.id = settled.id AND settled.state <> 'queued'
    AND NOT (settled.state = 'done' AND settled.record->>'provider' = 'none')`;

/** How long an email about a new provider is tried with the one before. */
const FORMER_ROUTE_MS = 10 * 60_000;

/** Stands in the place of the link's token. */
const HIDDEN_LINK = 'https://hidden.invalid/';

/** The outbox's part of emails to the people who run a site. */
@Injectable()
export class AccountEmailOutboxService implements EmailKind, OnModuleInit {
  readonly job = ACCOUNT_EMAIL;
  readonly name = 'account';
  readonly logField = 'mailId';
  readonly keepsContent = false;
  readonly effects = [FORGET_CONTENT];

  constructor(
    private readonly outbox: OutboxService,
    private readonly emails: AccountEmailService,
    private readonly readiness: DeliveryReadinessService,
    private readonly accounts: AccountsService,
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.register(this);
  }

  async compose(tenantId: string, id: string): Promise<ComposedEmail> {
    const content = await this.content(tenantId, id);
    if (content instanceof SecretUnreadableError) return { problem: 'unreadable' };
    const former = content && this.formerRoute(content);
    const route = former ?? (await this.readiness.emailRoute(tenantId));
    if (!content) return { route, email: undefined };
    const { expiresAt } = content;
    if (expiresAt !== null && Date.parse(expiresAt) <= this.clock.now()) return { problem: 'expired' };
    const { senderEmail, senderName } = route;
    const email = accountEmail({ ...content, mailId: id, senderEmail, senderName });
    return { route, email, isFormerRoute: former !== undefined };
  }

  /** The provider that was replaced may be away for good, so it is not waited for long. */
  private formerRoute({ formerRoute, at }: AccountEmailContent): EmailRoute | undefined {
    const isRecent = this.clock.now() < Date.parse(at) + FORMER_ROUTE_MS;
    return formerRoute && isRecent ? routeOf(formerRoute) : undefined;
  }

  /** Anyone who reads the link of such an email has the account: only those who manage users, and only where nothing is sent. */
  async preview(tenantId: string, id: string, permissions: ReadonlySet<Permission>): Promise<EmailPreview> {
    const route = await this.readiness.emailRoute(tenantId).catch(asNotConfigured);
    if (route instanceof DeliveryNotConfiguredError) return { problem: route.problem };
    const content = await this.content(tenantId, id);
    if (content instanceof SecretUnreadableError) return { problem: content.fault };
    if (!content) return { problem: OUTBOX_TEXTS.contentGone };
    const { provider, senderEmail, senderName } = route;
    const hidden = content.link !== null && !(provider.kind === 'none' && permissions.has('users.manage'));
    const link = hidden ? HIDDEN_LINK : content.link;
    const email = accountEmail({ ...content, link, mailId: id, senderEmail, senderName });
    return { email, hiddenLink: hidden ? HIDDEN_LINK : undefined };
  }

  async describe(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, EmailDescription>> {
    const rows = await this.sql.run<DescribeRow>(DESCRIBE, [tenantId, ids]);
    const described = rows.map(async ({ id, kind, hasContent, accountId, email }) => {
      const known = accountId !== null && email !== null;
      const to = known ? await this.accounts.emailOf(tenantId, { id: accountId, email }) : null;
      return [id, { subject: kind, to, isTest: false, hasContent }] as const;
    });
    return new Map(await Promise.all(described));
  }

  async sentTo(tenantId: string, address: string): Promise<readonly string[]> {
    const account = await this.accounts.findByEmail(tenantId, address);
    if (!account) return [];
    const rows = await this.sql.run<{ readonly id: string }>(OF_ACCOUNT, [tenantId, account.id]);
    return rows.map(({ id }) => id);
  }

  private content(
    tenantId: string,
    id: string,
  ): Promise<AccountEmailContent | SecretUnreadableError | undefined> {
    return this.emails.content(tenantId, id).catch((error: unknown) => {
      if (error instanceof SecretUnreadableError) return error;
      throw error;
    });
  }
}
