import { type DynamicModule, Global, Module } from '@nestjs/common';
import { RUNTIME, type Runtime } from './runtime.js';
import { CLOCK, type Clock } from '../core/clock.js';
import { DatabaseClock } from '../core/database-clock.js';
import { LOG, type Log } from '../core/log.js';

export interface CoreOptions {
  readonly runtime: Runtime;
  readonly log: Log;
  /** The database's otherwise. */
  readonly clock?: Clock;
}

/** What every part of the application may ask for: what start-up found out, the log, the time. */
@Global()
@Module({})
export class CoreModule {
  static forRuntime({ runtime, log, clock = new DatabaseClock() }: CoreOptions): DynamicModule {
    const providers = [
      { provide: RUNTIME, useValue: runtime },
      { provide: LOG, useValue: log },
      { provide: CLOCK, useValue: clock },
    ];
    return { module: CoreModule, providers, exports: [RUNTIME, LOG, CLOCK] };
  }
}
