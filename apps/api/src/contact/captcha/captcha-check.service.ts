import { Injectable } from '@nestjs/common';
import {
  CAPTCHA_ANSWER_TEXTS,
  CAPTCHA_CHECK_TEXTS,
  CAPTCHA_TEXTS,
  type CaptchaCheck,
  type CaptchaCheckOutcome,
} from '@sitedesk/contract/captcha';
import type { CaptchaProvider } from '@sitedesk/contract/contact';
import type { CheckCaptchaDto } from '@sitedesk/contract/captcha.dto';
import { type Message, worded } from '@sitedesk/contract/messages';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import type { CaptchaAnswer } from './captcha-answer.js';
import { captchaDefaults } from './captcha-defaults.js';
import { type CaptchaConfig, readStoredCaptcha } from './captcha-settings.js';
import { askCaptchaProvider } from './verify-captcha.js';

/** No visitor's token looks like it, so a provider that says yes to it says yes to everything. */
const DUMMY_TOKEN = 'sitedesk-key-check';
const WRONG_SECRET = ['invalid-input-secret', 'missing-input-secret', 'invalid-keys'];
const RIGHT_SECRET = ['invalid-input-response', 'timeout-or-duplicate', 'bad-request'];

/** What is to be checked. */
interface KeyCheckTarget {
  readonly provider: CaptchaProvider;
  readonly secretKey: string;
  readonly verifyUrl: string;
  readonly guarded: boolean;
}

/** Asks a CAPTCHA provider whether it knows the secret key, with a token that cannot be right. */
@Injectable()
export class CaptchaCheckService {
  constructor(
    private readonly settings: SettingsService,
    private readonly outbound: OutboundService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @throws ValidationProblem when there is nothing to check */
  async check(context: RequestContext, input: CheckCaptchaDto): Promise<CaptchaCheck> {
    const stored = readStoredCaptcha(await this.settings.values(context.tenantId));
    const target = targetOf(input, stored);
    const startedAt = performance.now();
    const client = { address: context.clientAddress };
    const answer = await askCaptchaProvider(this.outbound, target, DUMMY_TOKEN, client);
    const durationMs = Math.round(performance.now() - startedAt);
    const check = { ...judged(answer), provider: target.provider, durationMs };
    await this.auditLog.record(context, {
      action: 'captcha.check',
      target: { kind: 'setting-group', id: 'CAPTCHA' },
      after: { outcome: check.outcome },
    });
    return { ...check, host: new URL(target.verifyUrl).host };
  }
}

function targetOf(input: CheckCaptchaDto, stored: CaptchaConfig | undefined): KeyCheckTarget {
  const provider = input.provider ?? stored?.provider ?? null;
  if (provider === null) throw ValidationProblem.at('provider', CAPTCHA_TEXTS.noProvider);
  const sameProvider = provider === stored?.provider;
  const storedUrl = sameProvider ? stored.verifyUrl : undefined;
  const verifyUrl = input.verifyUrl ?? storedUrl ?? captchaDefaults(provider).verifyUrl;
  // What the operator has set may lead into his own network; what was typed may not.
  const guarded = verifyUrl !== stored?.verifyUrl || stored.guarded;
  if (input.secretKey) return { provider, verifyUrl, secretKey: input.secretKey, guarded };
  if (!stored?.secretKey) throw ValidationProblem.at('secretKey', CAPTCHA_TEXTS.noSecret);
  if (new URL(verifyUrl).host !== new URL(stored.verifyUrl || verifyUrl).host)
    throw ValidationProblem.at('secretKey', CAPTCHA_TEXTS.secretOfOtherHost);
  return { provider, verifyUrl, secretKey: stored.secretKey, guarded };
}

function judged(
  answer: CaptchaAnswer | string,
): Pick<CaptchaCheck, 'outcome' | 'message' | 'messageCode' | 'codes'> {
  if (typeof answer === 'string') {
    const outcome = NO_ANSWER.test(answer) ? 'unreachable' : 'unclear';
    const detail: string | Message = isAnswerProblem(answer) ? CAPTCHA_ANSWER_TEXTS[answer] : answer;
    return { outcome, ...worded('message', text(outcome, detail)), codes: [] };
  }
  const { codes } = answer;
  const outcome = outcomeOf(answer);
  const detail = codes.join(', ') || CAPTCHA_ANSWER_TEXTS['no-code'];
  return { outcome, ...worded('message', text(outcome, detail)), codes };
}

function outcomeOf({ success, codes }: CaptchaAnswer): CaptchaCheckOutcome {
  if (success) return 'test-keys';
  if (codes.some((code) => WRONG_SECRET.includes(code))) return 'refused';
  return codes.some((code) => RIGHT_SECRET.includes(code)) ? 'accepted' : 'unclear';
}

const NO_ANSWER = /^(timeout|unreachable|not-allowed)$/;

const isAnswerProblem = (word: string): word is keyof typeof CAPTCHA_ANSWER_TEXTS =>
  Object.hasOwn(CAPTCHA_ANSWER_TEXTS, word);

function text(outcome: CaptchaCheckOutcome, detail: string | Message): Message {
  const found = CAPTCHA_CHECK_TEXTS[outcome];
  return typeof found === 'function' ? found({ detail }) : found;
}
