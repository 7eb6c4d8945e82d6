import { Injectable, type OnModuleInit } from '@nestjs/common';
import { contactPath } from '@sitedesk/contract/inbox';
import { OUTBOX_TEXTS } from '@sitedesk/contract/outbox';
import type { Permission } from '@sitedesk/contract/permissions';
import {
  DeliveryNotConfiguredError,
  DeliveryReadinessService,
  type EmailRoute,
} from '../../email/outbox/delivery-readiness.service.js';
import type {
  ComposedEmail,
  EmailDescription,
  EmailKind,
  EmailPreview,
} from '../../email/outbox/email-kind.js';
import { OutboxService } from '../../email/outbox/outbox.service.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { LiveEventsService } from '../../platform/events/live-events.service.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { attempt } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { AccountPreferencesService } from '../../people/accounts/account-preferences.service.js';
import { AccountsService } from '../../people/accounts/accounts.service.js';
import { EditorAddressService } from '../../people/links/editor-address.service.js';
import { type ContactEmailInput, contactEmail } from './contact-email.js';
import type { EmailReader } from '../../email/moment.js';
import { readRecipient } from '../settings/contact-settings.js';
import { CONTACT_NOTIFICATION, RESEND } from './notification-statements.js';

/** What a notification is composed from. */
type NotificationContent = Omit<
  ContactEmailInput,
  'submissionId' | 'senderEmail' | 'senderName' | 'recipient' | 'page' | 'link' | 'reader'
> & {
  readonly page: string | null;
};

const CONTENT = statement('notification_content')`
SELECT s.name, s.email, s.message, s.client_address AS "clientAddress", s.page, s.hostname,
       s.received_at AS "receivedAt", s.receipt_code AS "receiptCode", t.name AS "siteName"
FROM contact_submission s JOIN tenant t ON t.id = s.tenant_id
WHERE s.tenant_id = $1 AND s.id = $2`;

const DESCRIBE = statement('notification_describe')`
SELECT id, name, is_test AS "isTest" FROM contact_submission WHERE tenant_id = $1 AND id = ANY($2::uuid[])`;

/** The submission says what became of its notification. */
const SUBMISSION_STATUS = `
  UPDATE contact_submission s
  SET status = CASE settled.state WHEN 'done' THEN 'sent' WHEN 'queued' THEN 'queued' ELSE 'failed' END, error = settled.error,
      error_code = settled.error_code
  FROM settled WHERE s.tenant_id = settled.tenant_id AND s.id = settled.id`;

/** Notifications of visitors' messages. The email is composed when it is sent, so that a corrected setting applies. */
@Injectable()
export class ContactNotificationsService implements EmailKind, OnModuleInit {
  readonly job = CONTACT_NOTIFICATION;
  readonly name = 'submission';
  readonly logField = 'submissionId';
  readonly keepsContent = true;
  readonly effects = [SUBMISSION_STATUS];

  constructor(
    private readonly outbox: OutboxService,
    private readonly readiness: DeliveryReadinessService,
    private readonly settings: SettingsService,
    private readonly jobs: JobsService,
    private readonly events: LiveEventsService,
    private readonly sql: Sql,
    private readonly editor: EditorAddressService,
    private readonly accounts: AccountsService,
    private readonly preferences: AccountPreferencesService,
  ) {}

  onModuleInit(): void {
    this.readiness.require(readRecipient);
    this.outbox.register(this);
  }

  async compose(
    tenantId: string,
    id: string,
  ): Promise<Extract<ComposedEmail, { readonly route: EmailRoute }>> {
    const route = await this.readiness.route(tenantId);
    const recipient = await this.recipient(tenantId);
    if (recipient === undefined) throw new DeliveryNotConfiguredError(OUTBOX_TEXTS.recipientMissing);
    const [content] = await this.sql.run<NotificationContent>(CONTENT, [tenantId, id]);
    if (!content) return { route, email: undefined };
    const { senderEmail, senderName } = route;
    const about = {
      page: content.page ?? undefined,
      link: await this.linkTo(tenantId, id),
      reader: await this.readerOf(tenantId, recipient),
    };
    return {
      route,
      email: contactEmail({ ...content, ...about, submissionId: id, senderEmail, senderName, recipient }),
    };
  }

  async preview(tenantId: string, id: string, permissions: ReadonlySet<Permission>): Promise<EmailPreview> {
    if (!permissions.has('contacts.manage')) return { problem: OUTBOX_TEXTS.contactsOnly };
    try {
      const { email } = await this.compose(tenantId, id);
      return email ? { email, hiddenLink: undefined } : { problem: OUTBOX_TEXTS.contentGone };
    } catch (error) {
      if (error instanceof DeliveryNotConfiguredError) return { problem: error.problem };
      throw error;
    }
  }

  async describe(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, EmailDescription>> {
    const to = (await this.recipient(tenantId)) ?? null;
    const rows = await this.sql.run<{ readonly id: string; readonly name: string; readonly isTest: boolean }>(
      DESCRIBE,
      [tenantId, ids],
    );
    return new Map(rows.map(({ id, name, isTest }) => [id, { subject: name, to, isTest, hasContent: true }]));
  }

  async sentTo(tenantId: string, address: string): Promise<'all' | readonly string[]> {
    const recipient = await this.recipient(tenantId);
    return recipient?.toLowerCase() === address.toLowerCase() ? 'all' : [];
  }

  changed(tenantId: string, id: string): void {
    this.events.publish(tenantId, { kind: 'contact.changed', action: null }, [id]);
  }

  /**
   * Puts failed notifications of a tenant back into the queue: one, or all of them.
   * @returns ids of the submissions
   */
  async resend(tenantId: string, submissionId: string | null): Promise<readonly string[]> {
    const rows = await this.sql.run<{ readonly id: string }>(RESEND, [tenantId, submissionId]);
    if (rows.length > 0) await this.jobs.wakeAll();
    return rows.map((row) => row.id);
  }

  /** From the configuration only, never from a request, which anyone who writes a message could choose. */
  private async linkTo(tenantId: string, id: string): Promise<string | undefined> {
    const address = await this.editor.of(tenantId);
    return 'url' in address ? `${address.url}${contactPath(id)}` : undefined;
  }

  /** Undefined for an address without an account. */
  private async readerOf(tenantId: string, recipient: string): Promise<EmailReader | undefined> {
    const account = await this.accounts.findByEmail(tenantId, recipient);
    return account ? this.preferences.readerOf(tenantId, account.id) : undefined;
  }

  /** Who gets notified of messages; undefined when nobody does, or the setting cannot be read now. */
  private async recipient(tenantId: string): Promise<string | undefined> {
    const values = await this.settings.values(tenantId);
    const address = attempt(() => values.read(readRecipient).address);
    return address instanceof Error ? undefined : address;
  }
}
