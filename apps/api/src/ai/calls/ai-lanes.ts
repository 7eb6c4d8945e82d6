const MOST = 32;
const MOST_OF_SITE = 4;
const FAILURES = 5;
const WINDOW_MS = 60_000;
const PAUSE_MS = 30_000;

interface Lane {
  readonly tenantId: string;
  readonly controller: AbortController;
}

/** A call that is under way in this process. */
export interface Ticket {
  readonly signal: AbortSignal;
  leave(): void;
}

/** How many calls this process makes at a time: some for each site, and one suggestion for each person, of which the newest counts. */
export class AiLanes {
  private readonly lanes = new Map<string, Lane>();

  /**
   * @param key one call at a time; a new one ends the one before
   * @param gone ends it as well
   * @returns undefined when there's no room
   */
  enter(tenantId: string, key: string, gone: AbortSignal): Ticket | undefined {
    this.lanes.get(key)?.controller.abort();
    this.lanes.delete(key);
    const ofSite = [...this.lanes.values()].filter((lane) => lane.tenantId === tenantId);
    if (this.lanes.size >= MOST || ofSite.length >= MOST_OF_SITE) return undefined;
    const controller = new AbortController();
    const lane: Lane = { tenantId, controller };
    this.lanes.set(key, lane);
    const abort = (): void => controller.abort();
    gone.addEventListener('abort', abort);
    if (gone.aborted) abort();
    return {
      signal: controller.signal,
      leave: () => {
        gone.removeEventListener('abort', abort);
        if (this.lanes.get(key) === lane) this.lanes.delete(key);
      },
    };
  }
}

/** A provider that failed several times isn't asked for a while: editors would wait for each failure. Of this process, by site. */
export class AiCircuit {
  private readonly failures = new Map<string, readonly number[]>();

  /** Whole seconds until it may be asked; 0: now. @param nowMs of a clock that only runs forward */
  pauseSeconds(tenantId: string, nowMs: number): number {
    const recent = this.failures.get(tenantId) ?? [];
    const last = recent.at(-1);
    if (last === undefined || recent.length < FAILURES) return 0;
    return Math.max(Math.ceil((last + PAUSE_MS - nowMs) / 1_000), 0);
  }

  failed(tenantId: string, nowMs: number): void {
    const recent = (this.failures.get(tenantId) ?? []).filter((at) => at > nowMs - WINDOW_MS);
    this.failures.set(tenantId, [...recent, nowMs].slice(-FAILURES));
  }

  /** It works, or its settings have changed. */
  close(tenantId: string): void {
    this.failures.delete(tenantId);
  }
}
