import { Module } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { CLOCK, type Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { MemoryThrottlerStorage } from './memory-throttler.storage.js';
import { PostgresThrottlerStorage } from './postgres-throttler.storage.js';
import { ThrottlingModule } from './throttling.module.js';
import { Registers } from '../core/features.js';
import { ENTITIES } from '../database/data-source.js';
import { RateLimitCounter } from './rate-limit-counter.entity.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { type PreparedStatement, Sql } from '../database/sql.js';

/** Rate limits of this installation: shared through the database when several instances may serve it. */
@Module({
  imports: [
    ThrottlingModule.forRootAsync({
      inject: [RUNTIME, Sql, CLOCK, LOG],
      useFactory: (runtime: Runtime, sql: Sql, clock: Clock, log: Log) => ({
        policies: runtime.env.ratePolicies,
        storage:
          runtime.env.rateLimitStore === 'database'
            ? new PostgresThrottlerStorage({
                query: (text, values) => sql.run(prepared(text), values),
                onUnavailable: (error) => log.warn({ event: 'rate_limit.store_unavailable', err: error }),
                clock,
                patienceMs: runtime.env.rateLimitPatienceMs,
              })
            : new MemoryThrottlerStorage(clock),
      }),
    }),
  ],
})
@Registers(ENTITIES, RateLimitCounter)
export class RateLimitModule {}

const statements = new Map<string, PreparedStatement>();

/** The storage knows statements by their text only; the server knows prepared ones by a name. */
function prepared(text: string): PreparedStatement {
  const known = statements.get(text);
  if (known) return known;
  const statement = {
    name: `throttling_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
    text,
  };
  statements.set(text, statement);
  return statement;
}
