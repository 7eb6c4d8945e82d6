import {
  Inject,
  Injectable,
  NotFoundException,
  type OnModuleInit,
  UnauthorizedException,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { secretsEqual } from '../common/secrets-equal.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { Sql } from '../database/sql.js';

type PromClient = typeof import('prom-client');

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3];

const OUTBOX = {
  name: 'metrics_outbox',
  text: `SELECT state, count(*)::int AS messages,
                coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
         FROM outbox_message WHERE state <> 'sent' GROUP BY state`,
} as const;

interface OutboxRow {
  readonly state: string;
  readonly messages: number;
  readonly oldest: number;
}

/** Counts what an operator watches: requests by route and status, and what waits in the outbox. */
@Injectable()
export class MetricsService implements OnModuleInit {
  private client: PromClient | undefined;

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly sql: Sql,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.runtime.env.metrics.enabled) return;
    const client = await import('prom-client');
    client.collectDefaultMetrics();
    this.client = client;
    this.measureRequests(client, this.adapterHost.httpAdapter.getInstance<FastifyInstance>());
    this.measureOutbox(client);
  }

  /** @throws NotFoundException when metrics are off, UnauthorizedException without the token */
  async scrape(authorization: string | undefined): Promise<string> {
    if (!this.client) throw new NotFoundException('Not found');
    const { token } = this.runtime.env.metrics;
    if (token !== undefined && !secretsEqual(authorization ?? '', `Bearer ${token}`))
      throw new UnauthorizedException();
    return this.client.register.metrics();
  }

  private measureRequests(client: PromClient, fastify: FastifyInstance): void {
    const duration = new client.Histogram({
      name: 'sitedesk_http_request_duration_seconds',
      help: 'Time to answer, by route and status; throttled requests are those with status 429',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
    });
    fastify.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unknown';
      duration.observe(
        { method: request.method, route, status: reply.statusCode },
        reply.elapsedTime / 1_000,
      );
    });
  }

  private measureOutbox(client: PromClient): void {
    const depth = new client.Gauge({
      name: 'sitedesk_outbox_messages',
      help: 'Notifications that are not sent, by state',
      labelNames: ['state'],
      collect: async () => {
        const rows = await this.sql.run<OutboxRow>(OUTBOX, []);
        depth.reset();
        age.reset();
        for (const row of rows) {
          depth.set({ state: row.state }, row.messages);
          age.set({ state: row.state }, row.oldest);
        }
      },
    });
    const age = new client.Gauge({
      name: 'sitedesk_outbox_oldest_seconds',
      help: 'Age of the oldest notification that is not sent, by state',
      labelNames: ['state'],
    });
  }
}
