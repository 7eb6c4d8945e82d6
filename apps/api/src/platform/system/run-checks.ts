import type { SystemCheck, SystemCode, SystemFact, SystemStatus } from '@sitedesk/contract/system';
import { codeOf, type Message } from '@sitedesk/contract/messages';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a check found. */
export interface SystemFinding<Code extends string = string> {
  readonly status: SystemStatus;
  readonly code: Code;
  readonly facts?: readonly SystemFact[];
}

/** A check of one part of the installation; throws when it can't run. */
export interface Check {
  readonly name: string;
  readonly look: () => Promise<SystemFinding>;
}

/**
 * Runs all checks at once, each with a time limit of its own: a slow one is a finding, and keeps nobody waiting.
 * @param onError gets what a check threw
 */
export function runChecks(
  checks: readonly Check[],
  limitMs: number,
  onError: (check: string, error: unknown) => void,
): Promise<readonly SystemCheck[]> {
  return Promise.all(
    checks.map(async ({ name: check, look }) => {
      const startedAt = performance.now();
      const found = await Promise.race([
        look().catch((error: unknown) => {
          onError(check, error);
          return FAILED;
        }),
        sleep(limitMs, TIMED_OUT, { ref: false }),
      ]);
      const tookMs = Math.round(performance.now() - startedAt);
      return { check, status: found.status, code: found.code, facts: found.facts ?? [], tookMs };
    }),
  );
}

const FAILED: SystemFinding<SystemCode> = { status: 'failed', code: 'check-failed' };
const TIMED_OUT: SystemFinding<SystemCode> = { status: 'failed', code: 'check-timed-out' };

/** The worst of them. */
export function worstOf(statuses: readonly SystemStatus[]): SystemStatus {
  if (statuses.includes('failed')) return 'failed';
  return statuses.includes('warning') ? 'warning' : 'ok';
}

/** Facts by their keys; what is not known is left out. */
export function facts(
  values: Readonly<Record<string, SystemFact['value'] | Message | null | undefined>>,
): readonly SystemFact[] {
  return Object.entries(values).flatMap(([key, value]): SystemFact[] => {
    if (value === null || value === undefined) return [];
    if (typeof value !== 'object') return [{ key, value }];
    return [{ key, value: value.text, ...(value.code === '' ? {} : { valueCode: codeOf(value) }) }];
  });
}
