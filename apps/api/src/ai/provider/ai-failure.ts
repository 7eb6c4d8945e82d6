import { AI_FAILURE_TEXTS, type AiCheckStep, type AiFailureKind } from '@sitedesk/contract/ai';
import type { Message } from '@sitedesk/contract/messages';
import type { OutboundAnswer } from '../../platform/outbound/outbound.service.js';
import { OutboundError, type OutboundFailure } from '../../platform/outbound/outbound-error.js';
import { membersOf, NEGOTIABLE, type Negotiable, objectOf, textOf } from '../dialects/dialect.js';

interface FailureDetails {
  /** The step of a check that fails with it. */
  readonly step: AiCheckStep;
  /** The provider's HTTP status. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** For administrators: it may name the host. */
  readonly detail?: Message;
}

/** A provider didn't deliver. Never in its own words: it may repeat the token, or what people write. */
export class AiFailure extends Error {
  constructor(
    readonly kind: AiFailureKind | 'aborted',
    /** Without the host. */
    readonly fault: Message,
    readonly details: FailureDetails,
  ) {
    super(fault.text);
    this.name = 'AiFailure';
  }

  /** For administrators. */
  get detail(): Message {
    return this.details.detail ?? this.fault;
  }
}

/** The provider's own time limits in the answer are taken for true up to this. */
const LONGEST_PAUSE_SECONDS = 3_600;
const PAUSE_SECONDS = 5;

/** No answer, as {@link AiFailure}; anything else as it is. */
export function outboundFailure(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const { kind, fault: detail, phase } = error;
  const isLate = phase === 'first-byte' || phase === 'idle' || phase === 'total';
  const step = isLate ? 'answer' : STEPS[kind];
  return new AiFailure(KINDS[kind], WORDS[kind], { step, detail });
}

const KINDS: Readonly<Record<OutboundFailure, AiFailureKind | 'aborted'>> = {
  refused: 'blocked',
  dns: 'service',
  connect: 'service',
  certificate: 'service',
  tls: 'service',
  timeout: 'timeout',
  reset: 'service',
  protocol: 'garbage',
  'too-large': 'garbage',
  aborted: 'aborted',
};

const STEPS: Readonly<Record<OutboundFailure, AiCheckStep>> = {
  refused: 'address',
  dns: 'address',
  connect: 'connection',
  certificate: 'connection',
  tls: 'connection',
  timeout: 'connection',
  reset: 'connection',
  protocol: 'answer',
  'too-large': 'answer',
  aborted: 'answer',
};

const { unreachable, late, blocked, garbage } = AI_FAILURE_TEXTS;
const WORDS: Readonly<Record<OutboundFailure, Message>> = {
  refused: blocked,
  dns: unreachable,
  connect: unreachable,
  certificate: unreachable,
  tls: unreachable,
  timeout: late,
  reset: unreachable,
  protocol: garbage,
  'too-large': garbage,
  aborted: unreachable,
};

/** What an error of any of these APIs says, for programs. */
interface ProviderError {
  readonly code: string;
  readonly param: string;
  /** Only to be searched: never shown, logged or stored. */
  readonly words: string;
}

export function providerError(body: string): ProviderError {
  const { error } = objectOf(body) ?? {};
  if (typeof error === 'string') return { code: '', param: '', words: error }; // Ollama
  const { code, type, param, message } = membersOf(error);
  return {
    code: textOf(code) ?? textOf(type) ?? '',
    param: textOf(param) ?? '',
    words: textOf(message) ?? '',
  };
}

/** The member of the request that a model doesn't take; undefined when that's not what is wrong. */
export function refusedMember(status: number, error: ProviderError): Negotiable | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const isAbout =
    /^(unsupported_parameter|unsupported_value|unknown_parameter)$/.test(error.code) ||
    /unsupported|not supported|unknown|unrecognized|unexpected|not permitted|does not support/i.test(
      error.words,
    );
  if (!isAbout) return undefined;
  const named = NEGOTIABLE.find((name) => error.param.startsWith(name));
  return named ?? NEGOTIABLE.find((name) => new RegExp(`\\b${name}\\b`).test(error.words));
}

/** Whether a content filter stopped the request before the model saw it. */
export const isFiltered = (status: number, { code }: ProviderError): boolean =>
  status === 400 && code === 'content_filter';

/** An answer that isn't a success. */
export function answerFailure(
  { status, headers }: Pick<OutboundAnswer, 'status' | 'headers'>,
  error: ProviderError,
  asked: { readonly model: string; readonly hasToken: boolean },
): AiFailure {
  if (status === 401 || status === 403) {
    const words = asked.hasToken ? AI_FAILURE_TEXTS.refused : AI_FAILURE_TEXTS.tokenMissing;
    return new AiFailure('refused', words({ status }), { step: 'access', status });
  }
  // Waiting doesn't help.
  if (error.code === 'insufficient_quota')
    return new AiFailure('refused', AI_FAILURE_TEXTS.quota({ status }), { step: 'access', status });
  if (status === 429) {
    const retryAfterSeconds = secondsOf(headers['retry-after']);
    return new AiFailure('throttled', AI_FAILURE_TEXTS.throttled({ status }), {
      step: 'answer',
      status,
      retryAfterSeconds,
    });
  }
  if (status >= 500)
    return new AiFailure('service', AI_FAILURE_TEXTS.service({ status }), { step: 'answer', status });
  if (status >= 300 && status < 400)
    return new AiFailure('configuration', AI_FAILURE_TEXTS.redirect({ status }), {
      step: 'connection',
      status,
    });
  if (isAboutModel(status, error)) {
    const fault = AI_FAILURE_TEXTS.model({ model: asked.model, status });
    return new AiFailure('configuration', fault, { step: 'model', status });
  }
  if (status === 404 || status === 405)
    return new AiFailure('configuration', AI_FAILURE_TEXTS.configuration({ status }), {
      step: 'model',
      status,
    });
  if (status < 200 || status >= 400) {
    const isLong = error.code === 'context_length_exceeded' || status === 413;
    const words = isLong ? AI_FAILURE_TEXTS.tooLong : AI_FAILURE_TEXTS['bad-request'];
    return new AiFailure('bad-request', words({ status }), { step: 'answer', status });
  }
  return garbageFailure(status);
}

export const garbageFailure = (status: number): AiFailure =>
  new AiFailure('garbage', garbage, { step: 'answer', status });

const isAboutModel = (status: number, { code, words }: ProviderError): boolean =>
  code === 'model_not_found' || (status === 404 && /\bmodel\b|deployment/i.test(`${code} ${words}`));

/** Seconds of a `Retry-After`; five when there is none, or it's a date. */
function secondsOf(text: string | undefined): number {
  const seconds = Number(text);
  if (text === undefined || !Number.isFinite(seconds) || seconds < 0) return PAUSE_SECONDS;
  return Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_PAUSE_SECONDS);
}
