import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  EMAIL_TEXTS,
  type EmailOverview,
  type EmailProviderView,
  type EmailTestResult,
  OUTBOX_STATES,
  SECRET_MASK,
  SETTING_TEXTS,
} from '@sitedesk/contract';
import type { DetectEmailDto, TestEmailDto } from '@sitedesk/contract/dto';
import { Repository } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { newId } from '../../common/id.js';
import { ValidationProblem } from '../../common/problem.js';
import { Sql } from '../../database/sql.js';
import { readRecipient } from '../../contact/contact-settings.js';
import { AccountsService } from '../../identity/accounts.service.js';
import type { Acting } from '../../identity/acting.js';
import { SecretUnreadableError } from '../../keys/key-ring.js';
import { DeliveryReadiness, mailFingerprint } from '../../outbox/delivery-readiness.service.js';
import { SettingInvalidError, type SettingValues } from '../../settings/setting-values.js';
import { SettingsService } from '../../settings/settings.service.js';
import { TenantsService } from '../../tenancy/tenants.service.js';
import { EmailConnectionStringError, parseEmailConnectionString } from '../connection-string.js';
import type { EmailProvider } from '../email-provider.js';
import { type EmailSettings, readEmailSettings } from '../email-settings.js';
import { EmailVerificationRow } from '../email-verification.entity.js';
import { viewProvider } from '../provider-view.js';
import { EmailTester } from '../test/email-tester.service.js';
import { testEmail } from '../test/test-email.js';

/** What is tried out. */
interface TestTarget {
  readonly provider: EmailProvider;
  readonly connectionString: string;
  readonly senderEmail: string;
  readonly senderName: string | undefined;
}

const COUNTS = {
  name: 'outbox_counts',
  text: `SELECT state, count(*)::int AS count FROM outbox_message WHERE tenant_id = $1 GROUP BY state`,
} as const;

/** How a site's mail leaves: what is configured, what is known of it, and trying it out. */
@Injectable()
export class EmailAdmin {
  constructor(
    @InjectRepository(EmailVerificationRow) private readonly rows: Repository<EmailVerificationRow>,
    private readonly settings: SettingsService,
    private readonly readiness: DeliveryReadiness,
    private readonly tester: EmailTester,
    private readonly tenants: TenantsService,
    private readonly accounts: AccountsService,
    private readonly sql: Sql,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async overview(tenantId: string): Promise<EmailOverview> {
    const values = await this.settings.values(tenantId);
    const settings = attempt(() => values.read(readEmailSettings));
    const connection = attempt(() => values.find('EMAIL', 'ConnectionString'));
    const stored = (await this.settings.stored(tenantId)).get('email/connectionstring');
    const news = await this.readiness.news(tenantId);
    const usable = settings instanceof Error ? undefined : settings;
    return {
      provider: usable?.provider ? viewProvider(usable.provider) : null,
      connection: {
        isSet: connection !== undefined,
        updatedAt: stored?.row.updatedAt.toISOString() ?? null,
        source: connection instanceof Error ? 'database' : (connection?.source ?? 'default'),
        variable: connection instanceof Error ? null : (connection?.variable ?? null),
      },
      senderEmail: usable?.senderEmail ?? null,
      senderName: usable?.senderName ?? null,
      recipient: recipientOf(values),
      problem: (await this.readiness.knownProblem(tenantId, this.clock.now())) ?? null,
      lastVerified: await this.verification(tenantId, values, usable),
      hold: news
        ? {
            kind: news.kind === 'configuration' ? 'configuration' : 'temporary',
            detail: news.detail,
            failures: news.failures,
            until: news.heldUntil.toISOString(),
          }
        : null,
      counts: await this.counts(tenantId),
    };
  }

  /** @throws ValidationProblem with the sentence that says what is wrong with it */
  detect({ connectionString }: DetectEmailDto): EmailProviderView {
    return viewProvider(parsed(connectionString));
  }

  /** @throws ValidationProblem when there is nothing to test */
  async test(tenantId: string, { actor, principal }: Acting, input: TestEmailDto): Promise<EmailTestResult> {
    const values = await this.settings.values(tenantId);
    const target = targetOf(input, values);
    const recipient =
      input.recipient ??
      (await this.accounts.emailOf(tenantId, { id: principal.accountId, email: principal.email }));
    if (!recipient) throw problem('recipient', EMAIL_TEXTS.noRecipient);
    const at = new Date(this.clock.now());
    const startedAt = performance.now();
    const site = await this.tenants.find(tenantId);
    const mail = testEmail({
      ...{ id: newId(at.getTime()), siteName: site?.name ?? '', recipient, by: actor.label, at },
      ...{ senderEmail: target.senderEmail, senderName: target.senderName },
    });
    const log = await this.tester.run(target.provider, mail);
    const { ok, phases, transcript } = log;
    const fingerprint = mailFingerprint(target.connectionString, target.senderEmail);
    const row = { tenantId, fingerprint, ok, at, actorLabel: actor.label, phases: [...phases] };
    await this.remember(storedFingerprint(values), row);
    const failedPhase = phases.find(({ outcome }) => outcome === 'failed')?.phase ?? null;
    const event = { target: { kind: 'setting-group', id: 'EMAIL' }, after: { ok, failedPhase, recipient } };
    await this.auditLog.record(tenantId, actor, { action: 'email.test', ...event });
    return {
      ...{ ok, phases, transcript, recipient, sender: target.senderEmail, testedAt: at.toISOString() },
      provider: viewProvider(target.provider),
      durationMs: Math.round(performance.now() - startedAt),
      storedValues: fingerprint === storedFingerprint(values),
    };
  }

  /** What is known of the stored settings is not given up for a try at others that failed. */
  private async remember(
    stored: string | undefined,
    row: Omit<EmailVerificationRow, 'tenant'>,
  ): Promise<void> {
    const before = await this.rows.findOneBy({ tenantId: row.tenantId });
    const isWorthKeeping = before !== null && before.fingerprint === stored;
    if (isWorthKeeping && !row.ok && row.fingerprint !== stored) return;
    await this.rows.upsert(row, ['tenantId']);
  }

  private async verification(
    tenantId: string,
    values: SettingValues,
    usable: EmailSettings | undefined,
  ): Promise<EmailOverview['lastVerified']> {
    if (!usable) return null;
    const row = await this.rows.findOneBy({ tenantId });
    if (!row || row.fingerprint !== storedFingerprint(values)) return null;
    return { ok: row.ok, at: row.at.toISOString(), by: row.actorLabel, phases: row.phases };
  }

  private async counts(tenantId: string): Promise<Readonly<Record<string, number>>> {
    const rows = await this.sql.run<{ readonly state: string; readonly count: number }>(COUNTS, [tenantId]);
    const none = OUTBOX_STATES.map((state): [string, number] => [state, 0]);
    return Object.fromEntries([...none, ...rows.map(({ state, count }): [string, number] => [state, count])]);
  }
}

/** The value, or why there is none: an overview shows what it can. */
function attempt<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingInvalidError || error instanceof SecretUnreadableError) return error;
    throw error;
  }
}

function recipientOf(values: SettingValues): string | null {
  const recipient = attempt(() => readRecipient(values));
  return recipient instanceof Error ? null : (recipient.address ?? null);
}

function storedFingerprint(values: SettingValues): string | undefined {
  const found = attempt(() => [
    values.text('EMAIL', 'ConnectionString'),
    values.text('EMAIL', 'SenderEmail'),
  ]);
  if (found instanceof Error) return undefined;
  const [connection, sender] = found;
  return connection !== undefined && sender !== undefined ? mailFingerprint(connection, sender) : undefined;
}

function targetOf(input: TestEmailDto, values: SettingValues): TestTarget {
  const stored = attempt(() => values.read(readEmailSettings));
  const usable = stored instanceof Error ? undefined : stored;
  const senderEmail = input.senderEmail ?? usable?.senderEmail;
  if (!senderEmail) throw problem('senderEmail', EMAIL_TEXTS.noSender);
  const senderName = input.senderName ?? usable?.senderName;
  const typed = input.connectionString;
  if (typed && typed !== SECRET_MASK) {
    if (typed.includes(SECRET_MASK)) throw problem('connectionString', SETTING_TEXTS.maskInText);
    return {
      provider: { ...parsed(typed), guarded: true },
      connectionString: typed,
      senderEmail,
      senderName,
    };
  }
  const connectionString = attempt(() => values.text('EMAIL', 'ConnectionString'));
  if (stored instanceof Error) throw problem('connectionString', stored.message);
  if (!stored.provider || typeof connectionString !== 'string')
    throw problem('connectionString', EMAIL_TEXTS.noConnection);
  return { provider: stored.provider, connectionString, senderEmail, senderName };
}

function parsed(connectionString: string): EmailProvider {
  try {
    return parseEmailConnectionString(connectionString);
  } catch (error) {
    if (error instanceof EmailConnectionStringError) throw problem('connectionString', error.message);
    throw error;
  }
}

const problem = (field: string, message: string): ValidationProblem =>
  new ValidationProblem([{ field, message }]);
