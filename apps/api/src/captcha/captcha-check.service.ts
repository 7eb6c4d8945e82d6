import { Injectable } from '@nestjs/common';
import {
  CAPTCHA_CHECK_TEXTS,
  CAPTCHA_TEXTS,
  type CaptchaCheck,
  type CaptchaCheckOutcome,
  type CaptchaProvider,
} from '@sitedesk/contract';
import type { CheckCaptchaDto } from '@sitedesk/contract/dto';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { ValidationProblem } from '../common/problem.js';
import { SettingsService } from '../settings/settings.service.js';
import type { CaptchaAnswer } from './captcha-answer.js';
import { captchaDefaults } from './captcha-defaults.js';
import { CaptchaNetwork } from './captcha-network.js';
import { type CaptchaConfig, readStoredCaptcha } from './captcha-settings.js';
import { askCaptchaProvider, CAPTCHA_TIME_LIMIT_MS } from './verify-captcha.js';

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
    private readonly network: CaptchaNetwork,
    private readonly auditLog: AuditLog,
  ) {}

  /** @throws ValidationProblem when there is nothing to check */
  async check(tenantId: string, actor: Actor, input: CheckCaptchaDto): Promise<CaptchaCheck> {
    const stored = readStoredCaptcha(await this.settings.values(tenantId));
    const target = targetOf(input, stored);
    const startedAt = performance.now();
    const client = { address: actor.clientAddress };
    const request = this.network.of(target);
    const answer = await askCaptchaProvider(target, DUMMY_TOKEN, client, CAPTCHA_TIME_LIMIT_MS, request);
    const durationMs = Math.round(performance.now() - startedAt);
    const check = { ...judged(answer), provider: target.provider, durationMs };
    await this.auditLog.record(tenantId, actor, {
      action: 'captcha.check',
      target: { kind: 'setting-group', id: 'CAPTCHA' },
      after: { outcome: check.outcome },
    });
    return { ...check, host: new URL(target.verifyUrl).host };
  }
}

function targetOf(input: CheckCaptchaDto, stored: CaptchaConfig | undefined): KeyCheckTarget {
  const provider = input.provider ?? stored?.provider ?? null;
  if (provider === null) throw refusal('provider', CAPTCHA_TEXTS.noProvider);
  const sameProvider = provider === stored?.provider;
  const storedUrl = sameProvider ? stored.verifyUrl : undefined;
  const verifyUrl = input.verifyUrl ?? storedUrl ?? captchaDefaults(provider).verifyUrl;
  // What the operator has set may lead into his own network; what was typed may not.
  const guarded = verifyUrl !== stored?.verifyUrl || stored.guarded;
  if (input.secretKey) return { provider, verifyUrl, secretKey: input.secretKey, guarded };
  if (!stored?.secretKey) throw refusal('secretKey', CAPTCHA_TEXTS.noSecret);
  if (new URL(verifyUrl).host !== new URL(stored.verifyUrl || verifyUrl).host)
    throw refusal('secretKey', CAPTCHA_TEXTS.secretOfOtherHost);
  return { provider, verifyUrl, secretKey: stored.secretKey, guarded };
}

const refusal = (field: string, message: string): ValidationProblem =>
  new ValidationProblem([{ field, message }]);

function judged(answer: CaptchaAnswer | string): Pick<CaptchaCheck, 'outcome' | 'message' | 'codes'> {
  if (typeof answer === 'string') {
    const outcome = NO_ANSWER.test(answer) ? 'unreachable' : 'unclear';
    return { outcome, message: text(outcome, REASONS[answer] ?? answer), codes: [] };
  }
  const { codes } = answer;
  const outcome = outcomeOf(answer);
  return { outcome, message: text(outcome, codes.join(', ') || 'no error code'), codes };
}

function outcomeOf({ success, codes }: CaptchaAnswer): CaptchaCheckOutcome {
  if (success) return 'test-keys';
  if (codes.some((code) => WRONG_SECRET.includes(code))) return 'refused';
  return codes.some((code) => RIGHT_SECRET.includes(code)) ? 'accepted' : 'unclear';
}

const NO_ANSWER = /^(timeout|unreachable|not-allowed)$/;

const REASONS: Readonly<Record<string, string>> = {
  timeout: 'it did not answer within three seconds',
  unreachable: 'there is no connection to it',
  'not-allowed': 'its address is not a public one',
  garbage: 'its answer is not one of a CAPTCHA provider',
  'too-large': 'its answer is too long',
};

const text = (outcome: CaptchaCheckOutcome, detail: string): string =>
  CAPTCHA_CHECK_TEXTS[outcome].replace('{detail}', detail);
