import type { CdnCheckResult, CdnCheckStep } from '@sitedesk/contract/cdn';
import { type Message, worded } from '@sitedesk/contract/messages';
import type { OutboundError } from '../../platform/outbound/outbound-error.js';

/** The steps of a check, up to the one that fails. */
export class CheckSteps {
  private readonly results: CdnCheckResult[] = [];

  /** @param steps that the provider has, in their order */
  constructor(private readonly steps: readonly CdnCheckStep[]) {}

  ok(...steps: readonly CdnCheckStep[]): this {
    return this.add('ok', steps);
  }

  /** It can't be known without an effect. */
  unknown(...steps: readonly CdnCheckStep[]): this {
    return this.add('skipped', steps);
  }

  /** Steps before it that nobody has come to are unknown, too. */
  failed(step: CdnCheckStep, reason: Message): readonly CdnCheckResult[] {
    const place = this.steps.indexOf(step);
    this.unknown(...this.steps.slice(this.results.length, place));
    this.results.push({ step, outcome: 'failed', ...worded('detail', reason) });
    return this.unknown(...this.steps.slice(place + 1)).all;
  }

  /** There is no answer. */
  unreachable({ kind, fault }: OutboundError): readonly CdnCheckResult[] {
    if (kind === 'dns') return this.failed('dns', fault);
    return this.ok('dns').failed('tls', fault);
  }

  get all(): readonly CdnCheckResult[] {
    return this.results;
  }

  private add(outcome: 'ok' | 'skipped', steps: readonly CdnCheckStep[]): this {
    const known = new Set(this.results.map(({ step }) => step));
    const added = steps.filter((step) => !known.has(step));
    this.results.push(...added.map((step) => ({ step, outcome, ...worded('detail', null) })));
    return this;
  }
}
