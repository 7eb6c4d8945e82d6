import { Inject, Injectable } from '@nestjs/common';
import {
  EMAIL_TEXTS,
  type EmailOverview,
  type EmailProviderView,
  type EmailTestResult,
} from '@sitedesk/contract/email';
import { worded } from '@sitedesk/contract/messages';
import { OUTBOX_STATES } from '@sitedesk/contract/outbox';
import { SECRET_MASK, SETTING_TEXTS } from '@sitedesk/contract/settings';
import type { DetectEmailDto, TestEmailDto } from '@sitedesk/contract/email.dto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import { Sql, statement } from '../../platform/database/sql.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { DeliveryReadinessService, emailFingerprint } from '../outbox/delivery-readiness.service.js';
import { EMAIL_TARGET } from '../outbox/email-kind.js';
import { OUTBOX_STATE } from '../outbox/outbox-state.js';
import { attempt, type SettingValues } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { EmailConnectionStringError, parseEmailConnectionString } from '../providers/connection-string.js';
import type { EmailProvider } from '../providers/email-provider.js';
import { type EmailSettings, readEmailSettings } from '../providers/email-settings.js';
import { EmailVerificationRow } from '../providers/email-verification.entity.js';
import { viewProvider } from '../providers/provider-view.js';
import { EMAIL_LIMITS } from '../providers/email.service.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { testEmail } from '../providers/test/test-email.js';
import { testProvider } from '../providers/test/test-provider.js';
import type { DeliveryLimits } from '../providers/transports/email-transport.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { emailPlace } from '../../platform/http/principal.js';

/** What is tried out. */
interface TestTarget {
  readonly provider: EmailProvider;
  readonly connectionString: string;
  readonly senderEmail: string;
  readonly senderName: string | undefined;
}

const COUNTS = statement('outbox_counts')`SELECT ${OUTBOX_STATE} AS state, count(*)::int AS count FROM job o
          WHERE tenant_id = $1 AND target = '${EMAIL_TARGET}' GROUP BY o.state`;

/** How a site's email is sent: what is configured, what is known of it, and trying it out. */
@Injectable()
export class EmailAdminService {
  private readRecipient: (values: SettingValues) => string | undefined = () => undefined;

  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly readiness: DeliveryReadinessService,
    private readonly outbound: OutboundService,
    private readonly tenants: TenantsService,
    private readonly personalData: PersonalDataService,
    private readonly sql: Sql,
    private readonly auditLog: AuditLogService,
    @Inject(EMAIL_LIMITS) private readonly limits: DeliveryLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Registered by the contact area: who gets a site's notifications. */
  recipientFrom(read: (values: SettingValues) => string | undefined): void {
    this.readRecipient = read;
  }

  async overview(tenantId: string): Promise<EmailOverview> {
    const values = await this.settings.values(tenantId);
    const settings = attempt(() => values.read(readEmailSettings));
    const connection = attempt(() => values.find('EMAIL', 'ConnectionString'));
    const stored = (await this.settings.stored(tenantId)).get('email/connectionstring');
    const hold = await this.readiness.hold(tenantId);
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
      recipient: this.recipientOf(values),
      ...worded('problem', await this.readiness.knownProblem(tenantId, this.clock.now())),
      lastVerified: await this.verification(tenantId, values, usable),
      hold: hold
        ? {
            kind: hold.kind === 'configuration' ? 'configuration' : 'temporary',
            detail: hold.detail,
            detailCode: hold.detailCode,
            failures: hold.failures,
            until: hold.heldUntil.toISOString(),
          }
        : null,
      counts: await this.counts(tenantId),
    };
  }

  private recipientOf(values: SettingValues): string | null {
    const recipient = attempt(() => this.readRecipient(values));
    return recipient instanceof Error ? null : (recipient ?? null);
  }

  /** @throws ValidationProblem with the sentence that says what is wrong with it */
  detect({ connectionString }: DetectEmailDto): EmailProviderView {
    return viewProvider(parsed(connectionString));
  }

  /** @throws ValidationProblem when there is nothing to test, or for a stranger's address */
  async test(context: CallerContext, input: TestEmailDto): Promise<EmailTestResult> {
    const { tenantId } = context;
    const values = await this.settings.values(tenantId);
    const target = targetOf(input, values);
    const { accountId, email } = context.caller;
    const own = await this.personalData.decrypt(tenantId, emailPlace(accountId), email);
    const recipient = input.recipient ?? own;
    // Nobody's provider is a way to send email to strangers.
    if (recipient !== own && recipient !== this.recipientOf(values))
      throw ValidationProblem.at('recipient', EMAIL_TEXTS.testRecipient);
    const at = new Date(this.clock.now());
    const startedAt = performance.now();
    const site = await this.tenants.find(tenantId);
    const mail = testEmail({
      id: newId(at.getTime()),
      siteName: site?.name ?? '',
      recipient,
      by: context.actor.label,
      at,
      senderEmail: target.senderEmail,
      senderName: target.senderName,
    });
    const log = await testProvider(target.provider, mail, this.outbound, this.limits, this.clock);
    const { ok, phases, transcript } = log;
    const fingerprint = emailFingerprint(target.connectionString, target.senderEmail);
    const row = { tenantId, fingerprint, ok, at, actorLabel: context.actor.label, phases: [...phases] };
    await this.remember(storedFingerprint(values), row);
    const failedPhase = phases.find(({ outcome }) => outcome === 'failed')?.phase ?? null;
    const event = { target: { kind: 'setting-group', id: 'EMAIL' }, after: { ok, failedPhase, recipient } };
    await this.auditLog.record(context, { action: 'email.test', ...event });
    return {
      ok,
      phases,
      transcript,
      recipient,
      sender: target.senderEmail,
      testedAt: at.toISOString(),
      provider: viewProvider(target.provider),
      durationMs: Math.round(performance.now() - startedAt),
      storedValues: fingerprint === storedFingerprint(values),
    };
  }

  /** What is known of the stored settings is not given up for a try at others that failed. */
  private async remember(stored: string | undefined, row: EmailVerificationRow): Promise<void> {
    const before = await this.manager.findOneBy(EmailVerificationRow, { tenantId: row.tenantId });
    const isWorthKeeping = before !== null && before.fingerprint === stored;
    if (isWorthKeeping && !row.ok && row.fingerprint !== stored) return;
    await this.manager.upsert(EmailVerificationRow, row, ['tenantId']);
  }

  private async verification(
    tenantId: string,
    values: SettingValues,
    usable: EmailSettings | undefined,
  ): Promise<EmailOverview['lastVerified']> {
    if (!usable) return null;
    const row = await this.manager.findOneBy(EmailVerificationRow, { tenantId });
    if (!row || row.fingerprint !== storedFingerprint(values)) return null;
    return { ok: row.ok, at: row.at.toISOString(), by: row.actorLabel, phases: row.phases };
  }

  private async counts(tenantId: string): Promise<Readonly<Record<string, number>>> {
    const rows = await this.sql.run<{ readonly state: string; readonly count: number }>(COUNTS, [tenantId]);
    const none = OUTBOX_STATES.map((state): [string, number] => [state, 0]);
    return Object.fromEntries([...none, ...rows.map(({ state, count }): [string, number] => [state, count])]);
  }
}

function storedFingerprint(values: SettingValues): string | undefined {
  const found = attempt(() => [
    values.text('EMAIL', 'ConnectionString'),
    values.text('EMAIL', 'SenderEmail'),
  ]);
  if (found instanceof Error) return undefined;
  const [connection, sender] = found;
  return connection !== undefined && sender !== undefined ? emailFingerprint(connection, sender) : undefined;
}

function targetOf(input: TestEmailDto, values: SettingValues): TestTarget {
  const stored = attempt(() => values.read(readEmailSettings));
  const usable = stored instanceof Error ? undefined : stored;
  const senderEmail = input.senderEmail ?? usable?.senderEmail;
  if (!senderEmail) throw ValidationProblem.at('senderEmail', EMAIL_TEXTS.noSender);
  const senderName = input.senderName ?? usable?.senderName;
  const typed = input.connectionString;
  if (typed && typed !== SECRET_MASK) {
    if (typed.includes(SECRET_MASK)) throw ValidationProblem.at('connectionString', SETTING_TEXTS.maskInText);
    return {
      provider: { ...parsed(typed), guarded: true },
      connectionString: typed,
      senderEmail,
      senderName,
    };
  }
  const connectionString = attempt(() => values.text('EMAIL', 'ConnectionString'));
  if (stored instanceof Error) throw ValidationProblem.at('connectionString', stored.fault);
  if (!stored.provider || typeof connectionString !== 'string')
    throw ValidationProblem.at('connectionString', EMAIL_TEXTS.noConnection);
  return { provider: stored.provider, connectionString, senderEmail, senderName };
}

function parsed(connectionString: string): EmailProvider {
  try {
    return parseEmailConnectionString(connectionString);
  } catch (error) {
    if (error instanceof EmailConnectionStringError)
      throw ValidationProblem.at('connectionString', error.problem);
    throw error;
  }
}
