import type { SystemCheck, SystemCheckName, SystemCode, SystemFact, SystemStatus } from '@sitedesk/contract';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a check found. */
export interface SystemFinding {
  readonly status: SystemStatus;
  readonly code: SystemCode;
  readonly facts?: readonly SystemFact[];
}

/** A look at one part of the installation; throws when it cannot look. */
export type Look = () => Promise<SystemFinding>;

/**
 * Runs all checks at once, each with a time limit of its own: a slow one is a finding, and keeps nobody waiting.
 * @param onError told of what a check threw
 */
export function runChecks(
  looks: Readonly<Record<SystemCheckName, Look>>,
  names: readonly SystemCheckName[],
  limitMs: number,
  onError: (check: SystemCheckName, error: unknown) => void,
): Promise<readonly SystemCheck[]> {
  return Promise.all(
    names.map(async (check) => {
      const startedAt = performance.now();
      const found = await Promise.race([
        looks[check]().catch((error: unknown) => {
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

const FAILED: SystemFinding = { status: 'failed', code: 'check-failed' };
const TIMED_OUT: SystemFinding = { status: 'failed', code: 'check-timed-out' };

/** The worst of them. */
export function worstOf(statuses: readonly SystemStatus[]): SystemStatus {
  if (statuses.includes('failed')) return 'failed';
  return statuses.includes('warning') ? 'warning' : 'ok';
}

/** Facts by their keys; what is not known is left out. */
export function facts(
  values: Partial<Record<SystemFact['key'], SystemFact['value'] | null | undefined>>,
): readonly SystemFact[] {
  return Object.entries(values).flatMap(
    ([key, value]) =>
      value === null || value === undefined ? [] : [{ key: key as SystemFact['key'], value }], // the parameter's own keys
  );
}
