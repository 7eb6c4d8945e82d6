import {
  Inject,
  Injectable,
  NotFoundException,
  type OnModuleInit,
  UnauthorizedException,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretsEqual } from '../core/secrets-equal.js';
import { ByteLane } from '../http/byte-lane.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';

/** The library, and the registry of this backend: that of the library is one for the whole process, where tests run several. */
interface Metrics {
  readonly client: typeof import('prom-client');
  readonly registry: Registry;
}

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3];

/** Well below the 10 seconds that Prometheus waits. */
const COLLECT_DEADLINE_MS = 3_000;

/** Gauges that a feature measures when someone asks, several from one look. */
interface GaugeFamily<Name extends string = string> {
  /** What each gauge says, by its name. */
  readonly gauges: Readonly<Record<Name, string>>;
  readonly labelNames: readonly string[];
  collect(): Promise<
    readonly {
      readonly labels: Readonly<Record<string, string>>;
      readonly values: Readonly<Record<Name, number>>;
    }[]
  >;
}

/** A counter, and everything that its one label can be. */
interface CounterDefinition<Value extends string> {
  readonly name: `sitedesk_${string}_total`;
  readonly help: string;
  readonly label: string;
  readonly values: readonly Value[];
}

/** Gauges of the library that are called like counters, which Prometheus objects to; those without the ending say the same by type. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Counts what an operator watches: requests by route and status, and what features register. */
@Injectable()
export class MetricsService implements OnModuleInit {
  private metrics: Metrics | undefined;
  private readonly families: GaugeFamily[] = [];
  private readonly counters: (() => void)[] = [];

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly adapterHost: HttpAdapterHost,
    private readonly lane: ByteLane,
  ) {}

  async onModuleInit(): Promise<void> {
    // A command has the same modules and serves nothing.
    if (!this.runtime.env.metrics.enabled || !this.adapterHost.httpAdapter) return;
    const { default: client } = await import('prom-client');
    const registry = new client.Registry();
    client.collectDefaultMetrics({ register: registry });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
    this.metrics = { client, registry };
    this.measureRequests(this.metrics, this.adapterHost.httpAdapter.getInstance<FastifyInstance>());
    for (const family of this.families) this.measure(this.metrics, family);
    for (const begin of this.counters) begin();
  }

  /** Gauges of a feature; call it in a constructor. */
  register<Name extends string>(family: GaugeFamily<Name>): void {
    this.families.push(family);
  }

  /** A counter of a feature; call it in a constructor. @returns what counts one more */
  counter<Value extends string>({
    name,
    help,
    label,
    values,
  }: CounterDefinition<Value>): (value: Value) => void {
    // A rate needs the 0 before the first.
    const counts = new Map(values.map((value) => [value, { count: 0 }]));
    this.counters.push(() => {
      if (!this.metrics) return;
      const { client, registry } = this.metrics;
      // The library's own counting takes longer than many an answer.
      new client.Counter({
        registers: [registry],
        name,
        help,
        labelNames: [label],
        collect() {
          this.reset();
          for (const [value, { count }] of counts) this.inc({ [label]: value }, count);
        },
      });
    });
    return (value) => {
      const counted = counts.get(value);
      if (counted) counted.count += 1;
    };
  }

  /** @throws NotFoundException when metrics are off, UnauthorizedException without the token */
  async scrape(authorization: string | undefined): Promise<string> {
    if (!this.metrics) throw new NotFoundException('Not found');
    const { token } = this.runtime.env.metrics;
    if (token !== undefined && !secretsEqual(authorization ?? '', `Bearer ${token}`))
      throw new UnauthorizedException();
    return this.metrics.registry.metrics();
  }

  private measureRequests({ client, registry }: Metrics, fastify: FastifyInstance): void {
    const duration = new client.Histogram({
      registers: [registry],
      name: 'sitedesk_http_request_duration_seconds',
      help: 'Response time by route and status; throttled requests have status 429',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
    });
    this.lane.onAnswer(({ method = '' }, { route = 'unknown', status, milliseconds }) =>
      duration.observe({ method, route, status }, milliseconds / 1_000),
    );
    fastify.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unknown';
      duration.observe(
        { method: request.method, route, status: reply.statusCode },
        reply.elapsedTime / 1_000,
      );
    });
  }

  private measure({ client, registry }: Metrics, { gauges, labelNames, collect }: GaugeFamily): void {
    let underway: ReturnType<typeof collect> | undefined;
    for (const [name, help] of Object.entries(gauges)) {
      new client.Gauge({
        registers: [registry],
        name,
        help,
        labelNames: [...labelNames],
        async collect() {
          underway ??= withinDeadline(collect()).finally(() => (underway = undefined));
          const rows = await underway;
          this.reset();
          for (const { labels, values } of rows) this.set(labels, values[name] ?? 0);
        },
      });
    }
  }
}

/** What a family cannot say in time it leaves out: the other figures are needed most while the database is away. */
async function withinDeadline<Row>(rows: Promise<readonly Row[]>): Promise<readonly Row[]> {
  return Promise.race([rows.catch(() => []), sleep(COLLECT_DEADLINE_MS, [], { ref: false })]);
}
