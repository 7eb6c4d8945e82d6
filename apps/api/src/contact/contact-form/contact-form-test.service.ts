import { Injectable, NotFoundException } from '@nestjs/common';
import {
  CONTACT_TEST_DEFAULTS,
  CONTACT_TEST_TEXTS,
  type ContactTestResult,
  type ContactTestStep,
  type ContactTestStepName,
  type ContactTestTimeline,
} from '@sitedesk/contract/contact-form';
import { type Message, verbatim, worded } from '@sitedesk/contract/messages';
import type { TestContactFormDto } from '@sitedesk/contract/contact-form.dto';
import { AntiforgeryService } from '../antiforgery/antiforgery.service.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { readCaptchaSettings } from '../captcha/captcha-settings.js';
import { Sql } from '../../platform/database/sql.js';
import { AccountsService } from '../../people/accounts/accounts.service.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { isUnusable } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { ContactInvalidException, validSubmission } from '../contact/contact-body.pipe.js';
import { readContactSettings } from '../settings/contact-settings.js';
import { type ContactClient, ContactService } from '../contact/contact.service.js';
import { SiteContactScriptService } from '../contact/site-contact-script.service.js';
import {
  TEST_ATTEMPTS,
  TEST_SUBMISSION,
  type TestAttemptRow,
  type TestRow,
  timelineOf,
} from './test-timeline.js';

const SECONDS_PER_HOUR = 3600;

/** Sends a message the way of a visitor's, except for rate limit and CAPTCHA, and shows each step. */
@Injectable()
export class ContactFormTestService {
  constructor(
    private readonly settings: SettingsService,
    private readonly script: SiteContactScriptService,
    private readonly antiforgery: AntiforgeryService,
    private readonly contact: ContactService,
    private readonly accounts: AccountsService,
    private readonly auditLog: AuditLogService,
    private readonly sql: Sql,
  ) {}

  /** @throws QueueFullError */
  async run(
    context: CallerContext,
    client: ContactClient,
    input: TestContactFormDto,
  ): Promise<ContactTestResult> {
    const { tenantId } = context;
    const steps: ContactTestStep[] = [];
    const { id, email } = { id: context.caller.accountId, email: context.caller.email };
    const address = input.email ?? (await this.accounts.emailOf(tenantId, { id, email }));
    const result = await this.walk(tenantId, client, { ...input, email: address }, steps);
    const ok = steps.every(({ outcome }) => outcome !== 'failed');
    await this.auditLog.record(context, {
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
        steps.push({ step: name, outcome: skipped ? 'skipped' : 'passed', ...worded('detail', detail) });
        return value;
      } catch (error) {
        if (!isExpected(error)) throw error;
        const why = error instanceof ContactInvalidException ? verbatim(error.message) : error.fault;
        steps.push({ step: name, outcome: 'failed', ...worded('detail', why) });
        return undefined;
      }
    };
    const contact = await step('script', async () => {
      await this.script.generate(tenantId);
      return { value: await this.settings.read(tenantId, readContactSettings) };
    });
    if (!contact) return undefined;
    await step('token', async () => this.token(tenantId, contact.tokenHours * SECONDS_PER_HOUR));
    const { name, message } = { ...CONTACT_TEST_DEFAULTS, ...definedOf(input) };
    const valid = await step('validation', async () => ({
      value: validSubmission({ name, email: input.email, message }, contact.maxMessageLength),
    }));
    if (!valid) return undefined;
    await step('captcha', async () => this.captcha(tenantId));
    const stored = await step('stored', async () => {
      const value = await this.contact.submitTest(tenantId, valid, client);
      return { value, detail: verbatim(value.receiptCode) };
    });
    if (stored)
      steps.push({
        step: 'queued',
        outcome: stored.error ? 'failed' : 'passed',
        ...worded('detail', stored.error),
      });
    return stored;
  }

  private token(tenantId: string, lifetimeSeconds: number): Step<true> {
    const token = this.antiforgery.verify(tenantId, this.antiforgery.issue(tenantId), lifetimeSeconds);
    const accepted = token !== undefined && this.antiforgery.use(token);
    if (!accepted) throw new ContactInvalidException(CONTACT_TEST_TEXTS.tokenRefused.text);
    return { value: true };
  }

  private async captcha(tenantId: string): Promise<Step<boolean>> {
    const { requireCaptcha } = await this.settings.read(tenantId, readCaptchaSettings);
    const detail = requireCaptcha ? CONTACT_TEST_TEXTS.captcha : CONTACT_TEST_TEXTS.noCaptcha;
    return { value: requireCaptcha, detail, skipped: true };
  }
}

interface Step<T> {
  readonly value: T;
  readonly detail?: Message;
  readonly skipped?: boolean;
}

const isExpected = (error: unknown) => isUnusable(error) || error instanceof ContactInvalidException;

/** Members that were left out, or are null, do not hide the defaults. */
const definedOf = ({
  name,
  message,
}: TestContactFormDto): { readonly name?: string; readonly message?: string } => ({
  ...(typeof name === 'string' ? { name } : {}),
  ...(typeof message === 'string' ? { message } : {}),
});
