import {
  EMAIL_TEST_PHASES,
  EMAIL_TEXTS,
  type EmailPhaseOutcome,
  type EmailTestPhase,
  type EmailTestPhaseName,
} from '@sitedesk/contract/email';
import { type Message, verbatim, worded } from '@sitedesk/contract/messages';
import { tidyDetail } from '../delivery-detail.js';
import { classifyDeliveryError } from '../delivery-error.js';

/** A test ended at a phase; the log knows which and why. */
export class PhaseFailed extends Error {
  constructor(cause: unknown) {
    super('A step of the test failed.', { cause });
    this.name = 'PhaseFailed';
  }
}

/** What became of each phase of a test, and the transcript. */
export class PhaseLog {
  private readonly done = new Map<EmailTestPhaseName, EmailTestPhase>();
  private readonly lines: string[] = [];

  constructor(private readonly secrets: readonly string[]) {}

  /**
   * Runs a phase.
   * @param work resolves to what is shown of it: a message of ours, or the server's own words
   * @throws PhaseFailed
   */
  async run(phase: EmailTestPhaseName, work: () => Promise<Message | string>): Promise<void> {
    const startedAt = performance.now();
    try {
      this.passed(phase, startedAt, await work());
    } catch (error) {
      this.failed(phase, startedAt, error);
      throw new PhaseFailed(error);
    }
  }

  /** @param startedAt milliseconds, as `performance.now()` gives them; `endedAt` likewise */
  passed(
    phase: EmailTestPhaseName,
    startedAt: number,
    detail: Message | string,
    endedAt = performance.now(),
  ): void {
    this.put(phase, 'passed', endedAt - startedAt, detail);
  }

  failed(phase: EmailTestPhaseName, startedAt: number, error: unknown): void {
    const { detail } = classifyDeliveryError(error, this.secrets);
    this.put(phase, 'failed', performance.now() - startedAt, detail);
  }

  skipped(phase: EmailTestPhaseName, detail: Message): void {
    this.put(phase, 'skipped', 0, detail);
  }

  /** A line of the conversation. */
  record(who: 'C' | 'S', text: string): void {
    for (const line of text.split(/\r?\n/)) {
      const tidy = tidyDetail(line, this.secrets);
      if (tidy !== '' && this.lines.length < MAX_LINES) this.lines.push(`${who}: ${tidy}`);
    }
  }

  /** Every phase, in order; those that were not reached are skipped. */
  get phases(): readonly EmailTestPhase[] {
    return EMAIL_TEST_PHASES.map(
      (phase) =>
        this.done.get(phase) ?? {
          phase,
          outcome: 'skipped',
          durationMs: 0,
          ...worded('detail', EMAIL_TEXTS.notReached),
        },
    );
  }

  get transcript(): readonly string[] {
    return this.lines;
  }

  get ok(): boolean {
    return (
      this.phases.every(({ outcome }) => outcome !== 'failed') &&
      this.done.get('accept')?.outcome === 'passed'
    );
  }

  private put(
    phase: EmailTestPhaseName,
    outcome: EmailPhaseOutcome,
    durationMs: number,
    detail: Message | string,
  ): void {
    const words = typeof detail === 'string' ? verbatim(tidyDetail(detail, this.secrets)) : detail;
    const duration = Math.round(durationMs);
    this.done.set(phase, { phase, outcome, durationMs: duration, ...worded('detail', words) });
  }
}

const MAX_LINES = 60;
