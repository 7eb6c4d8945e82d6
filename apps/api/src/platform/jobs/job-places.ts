import type { Job } from './job-kind.js';

/** How many jobs of one tenant and target run at once: a dead service holds up only these. */
export const PER_QUEUE = 4;
/** Attempts that take longer don't keep a place from others: most services respond sooner, and dead ones don't. */
export const STALLED_MS = 1_000;
/** Places of each target in one worker, over all tenants. */
const PROVEN_PLACES = 128;
/** The same for tenants whose service hasn't worked lately: so few that an outage of many leaves the others alone. */
const UNPROVEN_PLACES = 16;
/** So many attempts may be under way before services that haven't worked lately have to wait for some to end. */
const MOST_UNDER_WAY = 256;

/** What a worker runs for a tenant and target. */
export interface BusyQueue {
  readonly tenantId: string;
  readonly target: string;
  readonly running: number;
  /** An attempt takes long and nothing has worked since it began: no further one begins. */
  readonly stalled: boolean;
}

/** How many more jobs a worker takes. */
export interface FreePlaces {
  readonly target: string;
  readonly proven: boolean;
  readonly places: number;
}

interface UnderWay {
  readonly startedAt: number;
  readonly proven: boolean;
}

interface Queue {
  readonly tenantId: string;
  readonly target: string;
  readonly attempts: Set<UnderWay>;
  succeededAt: number;
}

/** What one worker runs, and what else it has room for. */
export class JobPlaces {
  private readonly queues = new Map<string, Queue>();

  /**
   * @param proven whether the service has worked lately
   * @returns what to call at the end, with whether it worked
   */
  take({ tenantId }: Job, target: string, proven: boolean): (worked: boolean) => void {
    const key = `${tenantId} ${target}`;
    const queue = this.queues.get(key) ?? { tenantId, target, attempts: new Set(), succeededAt: -Infinity };
    this.queues.set(key, queue);
    const attempt = { startedAt: performance.now(), proven };
    queue.attempts.add(attempt);
    return (worked) => {
      queue.attempts.delete(attempt);
      if (worked) queue.succeededAt = performance.now();
      if (queue.attempts.size === 0) this.queues.delete(key);
    };
  }

  busy(): readonly BusyQueue[] {
    return [...this.queues.values()].map(({ tenantId, target, attempts, succeededAt }) => ({
      tenantId,
      target,
      running: attempts.size,
      stalled: [...attempts].some((attempt) => isLong(attempt) && attempt.startedAt >= succeededAt),
    }));
  }

  free(targets: Iterable<string>): readonly FreePlaces[] {
    return [...targets].flatMap((target) => {
      const attempts = [...this.queues.values()]
        .filter((queue) => queue.target === target)
        .flatMap((queue) => [...queue.attempts]);
      const taken = (among: boolean): number =>
        attempts.filter((attempt) => attempt.proven === among && !isLong(attempt)).length;
      const unproven = Math.min(UNPROVEN_PLACES - taken(false), MOST_UNDER_WAY - attempts.length);
      return [
        { target, proven: true, places: PROVEN_PLACES - taken(true) },
        { target, proven: false, places: unproven },
      ];
    });
  }
}

const isLong = ({ startedAt }: UnderWay): boolean => performance.now() - startedAt >= STALLED_MS;
