/** Injection token of {@link Clock}. */
export const CLOCK = Symbol('Clock');

/** The time, as an argument: tests move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const SYSTEM_CLOCK: Clock = { now: () => Date.now() };
