import { EMAIL_TEST_PHASES, type EmailTestPhase, type EmailTestPhaseName } from '@sitedesk/contract';
import { describeDetail, tidyDetail } from '../delivery-detail.js';

/** A test ended at a phase; the log knows which and why. */
export class PhaseFailed extends Error {
  constructor(cause: unknown) {
    super('A phase of the test failed.', { cause });
    this.name = 'PhaseFailed';
  }
}

/** What became of each phase of a test, and what both sides said. */
export class PhaseLog {
  private readonly done = new Map<EmailTestPhaseName, EmailTestPhase>();
  private readonly lines: string[] = [];

  constructor(private readonly secrets: readonly string[]) {}

  /**
   * Runs a phase.
   * @param work resolves to what is to be told of it
   * @throws PhaseFailed
   */
  async run<T extends string>(phase: EmailTestPhaseName, work: () => Promise<T> | T): Promise<void> {
    const startedAt = performance.now();
    try {
      this.passed(phase, startedAt, await work());
    } catch (error) {
      this.failed(phase, startedAt, error);
      throw new PhaseFailed(error);
    }
  }

  /** @param startedAt milliseconds, as `performance.now()` gives them; `endedAt` likewise */
  passed(phase: EmailTestPhaseName, startedAt: number, detail: string, endedAt = performance.now()): void {
    this.put({ phase, outcome: 'passed', durationMs: endedAt - startedAt, detail });
  }

  failed(phase: EmailTestPhaseName, startedAt: number, error: unknown): void {
    const detail = describeDetail(error, this.secrets);
    this.put({ phase, outcome: 'failed', durationMs: performance.now() - startedAt, detail });
  }

  skipped(phase: EmailTestPhaseName, detail: string): void {
    this.put({ phase, outcome: 'skipped', durationMs: 0, detail });
  }

  /** A line of the conversation. */
  said(who: 'C' | 'S', text: string): void {
    for (const line of text.split(/\r?\n/)) {
      const tidy = tidyDetail(line, this.secrets);
      if (tidy !== '' && this.lines.length < MAX_LINES) this.lines.push(`${who}: ${tidy}`);
    }
  }

  /** Every phase, in order; those that were not reached are skipped. */
  get phases(): readonly EmailTestPhase[] {
    return EMAIL_TEST_PHASES.map(
      (phase) => this.done.get(phase) ?? { phase, outcome: 'skipped', durationMs: 0, detail: NOT_REACHED },
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

  private put(phase: EmailTestPhase): void {
    const detail = tidyDetail(phase.detail, this.secrets);
    this.done.set(phase.phase, { ...phase, detail, durationMs: Math.round(phase.durationMs) });
  }
}

const NOT_REACHED = 'Not reached.';
const MAX_LINES = 60;
