import { Module } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { CLOCK, type Clock } from './common/clock.js';
import { LOG, type Log } from './common/log.js';
import { MemoryThrottlerStorage } from './common/throttling/memory-throttler.storage.js';
import { PostgresThrottlerStorage } from './common/throttling/postgres-throttler.storage.js';
import { ThrottlingModule } from './common/throttling/throttling.module.js';
import { RUNTIME, type Runtime } from './config/runtime.js';
import { type PreparedStatement, Sql } from './database/sql.js';

/** Rate limits of this installation: shared through the database when several instances may serve it (D6). */
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
              })
            : new MemoryThrottlerStorage(clock),
      }),
    }),
  ],
})
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
