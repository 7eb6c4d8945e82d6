import {
  type BeforeApplicationShutdown,
  HttpStatus,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  ServiceUnavailableException,
} from '@nestjs/common';
import { LIVE_LIMITS, type LiveEvent } from '@sitedesk/contract/live-events';
import type { Permission } from '@sitedesk/contract/permissions';
import type { Readable } from 'node:stream';
import { LOG, type Log } from '../core/log.js';
import { ProblemException } from '../http/problem.js';
import type { SessionContext } from '../http/request-context.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { EventStream } from './event-stream.js';
import { LIVE_EVENTS, LiveEventsService, type TenantEvent } from './live-events.service.js';

/** All that one instance serves; each costs a connection and some kilobytes. */
const MAX_STREAMS = 2_000;

/** One browser that listens. */
interface Listener {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly stream: EventStream;
}

/** What a session may hear; undefined when there is no such session. */
type Standing = Promise<ReadonlySet<Permission> | undefined>;
type FindStanding = (tenantId: string, sessionId: string) => Standing;

/**
 * The browsers that listen to this instance. Each event is sent only to sessions that are open at that moment and have
 * the permission now; a stream whose session has ended ends with the next event or heartbeat.
 */
@Injectable()
export class EventStreamsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly listeners = new Set<Listener>();
  /** Those being looked up: several streams of a session share a trip. */
  private readonly standings = new Map<string, Standing>();
  private readonly permissions: ReadonlyMap<LiveEvent['kind'], Permission>;
  private findStanding: FindStanding = async () => undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly liveEvents: LiveEventsService,
    @Inject(RUNTIME) { features }: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.permissions = new Map(features.of(LIVE_EVENTS).map(({ kind, permission }) => [kind, permission]));
  }

  /** Registered by the people area: which events one may receive at this moment. */
  checkSessionsBy(findStanding: FindStanding): void {
    this.findStanding = findStanding;
  }

  onApplicationBootstrap(): void {
    this.liveEvents.onEvents((events) => this.tell(events));
    this.liveEvents.onMissed(() => this.each((listener) => this.send(listener, [{ kind: 'counts' }])));
    const beat = (): void => this.each((listener) => this.beat(listener));
    this.timer = setInterval(beat, LIVE_LIMITS.heartbeatSeconds * 1_000).unref();
  }

  /** @throws ProblemException 429 when the session has too many, ServiceUnavailableException when this instance has */
  open(context: SessionContext): Readable {
    const { tenantId } = context;
    const { sessionId } = context.caller;
    if (this.stopping || this.listeners.size >= MAX_STREAMS) throw new ServiceUnavailableException();
    const own = [...this.listeners].filter((listener) => listener.sessionId === sessionId);
    if (own.length >= LIVE_LIMITS.streamsPerSession) {
      const detail = 'This session has too many live connections open.';
      throw new ProblemException(HttpStatus.TOO_MANY_REQUESTS, 'busy', detail);
    }
    const stream = new EventStream();
    stream.retryAfter(LIVE_LIMITS.reconnectMs);
    const listener = { tenantId, sessionId, stream };
    this.listeners.add(listener);
    stream.onEnd(() => this.listeners.delete(listener));
    this.log.debug({ event: 'stream.opened', tenantId });
    void this.send(listener, [{ kind: 'counts' }]); // never rejects
    return stream.output;
  }

  /** They would block the shutdown. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
    clearInterval(this.timer);
    for (const { stream } of this.listeners) stream.end();
  }

  private tell({ tenantId, events }: TenantEvent): void {
    this.each(async (listener) => {
      if (listener.tenantId === tenantId) await this.send(listener, events);
    });
  }

  private each(work: (listener: Listener) => Promise<void>): void {
    for (const listener of this.listeners) void work(listener); // never rejects
  }

  private async beat(listener: Listener): Promise<void> {
    if ((await this.standing(listener)) !== undefined) listener.stream.beat();
  }

  private async send(listener: Listener, events: readonly LiveEvent[]): Promise<void> {
    const permissions = await this.standing(listener);
    for (const event of events) {
      const permission = this.permissions.get(event.kind);
      if (permission && permissions?.has(permission)) listener.stream.send(event);
    }
  }

  /** What the stream's session may hear now; undefined, and the stream ends, when there is no such session anymore. */
  private async standing(listener: Listener): Promise<ReadonlySet<Permission> | undefined> {
    const permissions = await this.lookUp(listener).catch((error: unknown) => {
      this.log.warn({ event: 'stream.unchecked', err: error });
      return undefined; // nobody hears what they may not be allowed to: the browser connects again
    });
    if (permissions === undefined) listener.stream.end();
    return permissions;
  }

  private lookUp({ tenantId, sessionId }: Listener): Standing {
    const known = this.standings.get(sessionId);
    if (known) return known;
    const standing = this.findStanding(tenantId, sessionId).finally(() => this.standings.delete(sessionId));
    this.standings.set(sessionId, standing);
    return standing;
  }
}
