import { Injectable, NotFoundException } from '@nestjs/common';
import {
  CONTACT_TEST_DEFAULTS,
  type ContactTestResult,
  type ContactTestStep,
  type ContactTestStepName,
  type ContactTestTimeline,
} from '@sitedesk/contract';
import type { TestContactFormDto } from '@sitedesk/contract/dto';
import { AntiforgeryService } from '../../antiforgery/antiforgery.service.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { readCaptchaSettings } from '../../captcha/captcha-settings.js';
import { Sql } from '../../database/sql.js';
import { AccountsService } from '../../identity/accounts.service.js';
import type { Acting } from '../../identity/acting.js';
import { SecretUnreadableError } from '../../keys/key-ring.js';
import { SettingInvalidError } from '../../settings/setting-values.js';
import { SettingsService } from '../../settings/settings.service.js';
import { ContactInvalidException, validSubmission } from '../contact-body.pipe.js';
import { readContactSettings } from '../contact-settings.js';
import { type ContactClient, ContactService } from '../contact.service.js';
import { SiteContactScriptService } from '../site-contact-script.service.js';
import {
  TEST_ATTEMPTS,
  TEST_SUBMISSION,
  type TestAttemptRow,
  type TestRow,
  timelineOf,
} from './test-timeline.js';

const SECONDS_PER_HOUR = 3600;

/** Sends a message the way of a visitor's, limiter and CAPTCHA excepted, and tells of each step. */
@Injectable()
export class ContactFormTester {
  constructor(
    private readonly settings: SettingsService,
    private readonly script: SiteContactScriptService,
    private readonly antiforgery: AntiforgeryService,
    private readonly contact: ContactService,
    private readonly accounts: AccountsService,
    private readonly auditLog: AuditLog,
    private readonly sql: Sql,
  ) {}

  /** @throws DatabaseUnavailableException, QueueFullError */
  async run(
    tenantId: string,
    { actor, principal }: Acting,
    client: ContactClient,
    input: TestContactFormDto,
  ): Promise<ContactTestResult> {
    const steps: ContactTestStep[] = [];
    const { id, email } = { id: principal.accountId, email: principal.email };
    const address = input.email ?? (await this.accounts.emailOf(tenantId, { id, email }));
    const result = await this.walk(tenantId, client, { ...input, email: address }, steps);
    const ok = steps.every(({ outcome }) => outcome !== 'failed');
    await this.auditLog.record(tenantId, actor, {
      action: 'contact-form.test',
      ...(result ? { target: { kind: 'submission', id: result.id } } : {}),
      after: { ok },
    });
    return { ok, steps, submissionId: result?.id ?? null, receiptCode: result?.receiptCode ?? null };
  }

  /** @throws NotFoundException when there is no such test submission */
  async timeline(tenantId: string, id: string): Promise<ContactTestTimeline> {
    const [row] = await this.sql.run<TestRow>(TEST_SUBMISSION, [tenantId, id]);
    if (!row) throw new NotFoundException();
    return timelineOf(row, await this.sql.run<TestAttemptRow>(TEST_ATTEMPTS, [tenantId, id]));
  }

  private async walk(
    tenantId: string,
    client: ContactClient,
    input: TestContactFormDto,
    steps: ContactTestStep[],
  ): Promise<{ readonly id: string; readonly receiptCode: string } | undefined> {
    const step = async <T>(
      name: ContactTestStepName,
      work: () => Promise<Step<T>>,
    ): Promise<T | undefined> => {
      try {
        const { value, detail, skipped = false } = await work();
        steps.push({ step: name, outcome: skipped ? 'skipped' : 'passed', detail });
        return value;
      } catch (error) {
        if (!isExpected(error)) throw error;
        steps.push({ step: name, outcome: 'failed', detail: error.message });
        return undefined;
      }
    };
    const contact = await step('script', async () => {
      await this.script.generate(tenantId);
      return { value: await this.settings.read(tenantId, readContactSettings), detail: '' };
    });
    if (!contact) return undefined;
    await step('token', async () => this.token(tenantId, contact.tokenHours * SECONDS_PER_HOUR));
    const { name, message } = { ...CONTACT_TEST_DEFAULTS, ...definedOf(input) };
    const valid = await step('validation', async () => ({
      value: validSubmission({ name, email: input.email, message }, contact.maxMessageLength),
      detail: '',
    }));
    if (!valid) return undefined;
    await step('captcha', async () => this.captcha(tenantId));
    const stored = await step('stored', async () => {
      const value = await this.contact.submitTest(tenantId, valid, client);
      return { value, detail: value.receiptCode };
    });
    if (stored)
      steps.push({ step: 'queued', outcome: stored.error ? 'failed' : 'passed', detail: stored.error ?? '' });
    return stored;
  }

  private token(tenantId: string, lifetimeSeconds: number): Step<true> {
    const accepted = this.antiforgery.accept(tenantId, this.antiforgery.issue(tenantId), lifetimeSeconds);
    if (!accepted) throw new ContactInvalidException('The token that was just made is not accepted.');
    return { value: true, detail: '' };
  }

  private async captcha(tenantId: string): Promise<Step<boolean>> {
    const { requireCaptcha } = await this.settings.read(tenantId, readCaptchaSettings);
    const detail = requireCaptcha
      ? 'Visitors have to solve one; here nobody can. Check the keys in the settings of the CAPTCHA.'
      : 'None is required.';
    return { value: requireCaptcha, detail, skipped: true };
  }
}

interface Step<T> {
  readonly value: T;
  readonly detail: string;
  readonly skipped?: boolean;
}

const isExpected = (error: unknown): error is Error =>
  error instanceof SettingInvalidError ||
  error instanceof SecretUnreadableError ||
  error instanceof ContactInvalidException;

/** Members that were left out, or are null, do not hide the defaults. */
const definedOf = ({
  name,
  message,
}: TestContactFormDto): { readonly name?: string; readonly message?: string } => ({
  ...(typeof name === 'string' ? { name } : {}),
  ...(typeof message === 'string' ? { message } : {}),
});
