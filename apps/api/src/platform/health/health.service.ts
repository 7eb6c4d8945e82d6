import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { setTimeout as sleep } from 'node:timers/promises';
import { MetricsService } from '../metrics/metrics.service.js';
import { PostgresThrottlerStorage } from '../throttling/postgres-throttler.storage.js';
import { Sql } from '../database/sql.js';

const DATABASE_DEADLINE_MS = 1_000;
const PING = { name: 'health_ping', text: 'SELECT 1' } as const;

/** Whether requests should be sent to this process. */
@Injectable()
export class HealthService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private serving = false;

  constructor(
    private readonly sql: Sql,
    metrics: MetricsService,
    @Inject(ThrottlerStorage) counters: ThrottlerStorage,
  ) {
    const countedAlone = metrics.counter({
      name: 'sitedesk_rate_limit_degraded_total',
      help: 'Requests counted by this instance alone, because the shared counters were away or slow',
      label: 'store',
      values: ['database'],
    });
    if (counters instanceof PostgresThrottlerStorage)
      counters.onCountedAlone = () => countedAlone('database');
    metrics.register({
      gauges: { sitedesk_database_up: 'Whether the database answers: 1 or 0' },
      labelNames: [],
      collect: async () => [
        { labels: {}, values: { sitedesk_database_up: Number(await this.databaseAnswers()) } },
      ],
    });
    metrics.register({
      gauges: {
        sitedesk_database_connections:
          'Connections of the pool: busy or idle; waiting: callers that wait for one',
      },
      labelNames: ['state'],
      collect: async () =>
        Object.entries(sql.connections).map(([state, count]) => ({
          labels: { state },
          values: { sitedesk_database_connections: count },
        })),
    });
  }

  onApplicationBootstrap(): void {
    this.serving = true;
  }

  /** From now on load balancers should look elsewhere; requests under way still finish. */
  stopServing(): void {
    this.serving = false;
  }

  beforeApplicationShutdown(): void {
    this.stopServing();
  }

  async isReady(): Promise<boolean> {
    return this.serving && (await this.databaseAnswers());
  }

  private databaseAnswers(): Promise<boolean> {
    const answered = this.sql.run(PING, []).then(
      () => true,
      () => false,
    );
    return Promise.race([answered, sleep(DATABASE_DEADLINE_MS, false, { ref: false })]);
  }
}
