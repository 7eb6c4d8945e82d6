import {
  type BeforeApplicationShutdown,
  HttpStatus,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  ServiceUnavailableException,
} from '@nestjs/common';
import { LIVE_LIMITS, type LiveEvent, type LiveEventKind, type Permission } from '@sitedesk/contract';
import type { Readable } from 'node:stream';
import { LOG, type Log } from '../common/log.js';
import { ProblemException } from '../common/problem.js';
import type { SessionPrincipal } from '../identity/principal.js';
import { SessionsService } from '../identity/sessions.service.js';
import { EventStream } from './event-stream.js';
import { LiveNews, type TenantNews } from './live-news.service.js';

/** Which permission an event is for. */
const PERMISSION_OF = {
  'contact.received': 'contacts.manage',
  'contact.changed': 'contacts.manage',
  counts: 'contacts.manage',
} as const satisfies Record<LiveEventKind, Permission>;

/** All that one instance serves; each costs a connection and some kilobytes. */
const MAX_STREAMS = 2_000;

/** What a session may hear; undefined when there is no such session. */
type Standing = Promise<ReadonlySet<Permission> | undefined>;

/**
 * The browsers that listen to this instance. Each event is sent only to sessions that are open at that moment and have
 * the permission now; a stream whose session has ended ends with the next event or heartbeat.
 */
@Injectable()
export class EventStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly streams = new Set<EventStream>();
  /** Those being looked up: several streams of a session share a trip. */
  private readonly standings = new Map<string, Standing>();
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly news: LiveNews,
    private readonly sessions: SessionsService,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.news.onNews((news) => this.tell(news));
    this.news.onMissed(() => this.each((stream) => this.send(stream, [{ kind: 'counts' }])));
    const beat = (): void => this.each((stream) => this.beat(stream));
    this.timer = setInterval(beat, LIVE_LIMITS.heartbeatSeconds * 1_000).unref();
  }

  /** @throws ProblemException 429 when the session has too many, ServiceUnavailableException when this instance has */
  open(tenantId: string, { sessionId }: SessionPrincipal): Readable {
    if (this.stopping || this.streams.size >= MAX_STREAMS) throw new ServiceUnavailableException();
    const own = [...this.streams].filter((stream) => stream.sessionId === sessionId);
    if (own.length >= LIVE_LIMITS.streamsPerSession) throw new TooManyStreams();
    const stream = new EventStream(tenantId, sessionId);
    this.streams.add(stream);
    stream.onEnd(() => this.streams.delete(stream));
    this.log.debug({ event: 'stream.opened', tenantId });
    void this.send(stream, [{ kind: 'counts' }]); // never rejects
    return stream.output;
  }

  /** They would hold the stop up for ever. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
    clearInterval(this.timer);
    for (const stream of this.streams) stream.end();
  }

  private tell({ tenantId, events }: TenantNews): void {
    this.each(async (stream) => {
      if (stream.tenantId === tenantId) await this.send(stream, events);
    });
  }

  private each(work: (stream: EventStream) => Promise<void>): void {
    for (const stream of this.streams) void work(stream); // never rejects
  }

  private async beat(stream: EventStream): Promise<void> {
    if ((await this.standing(stream)) !== undefined) stream.beat();
  }

  private async send(stream: EventStream, events: readonly LiveEvent[]): Promise<void> {
    const permissions = await this.standing(stream);
    for (const event of events) {
      if (permissions?.has(PERMISSION_OF[event.kind])) stream.send(event);
    }
  }

  /** What the stream's session may hear now; undefined, and the stream ends, when there is no such session any more. */
  private async standing(stream: EventStream): Promise<ReadonlySet<Permission> | undefined> {
    const permissions = await this.lookUp(stream).catch((error: unknown) => {
      this.log.warn({ event: 'stream.unchecked', err: error });
      return undefined; // nobody hears what he may not be allowed to: the browser connects again
    });
    if (permissions === undefined) stream.end();
    return permissions;
  }

  private lookUp({ tenantId, sessionId }: EventStream): Standing {
    const known = this.standings.get(sessionId);
    if (known) return known;
    const standing = this.sessions
      .standing(tenantId, sessionId)
      .finally(() => this.standings.delete(sessionId));
    this.standings.set(sessionId, standing);
    return standing;
  }
}

/** One sign-in holds too many live connections open already (429). */
export class TooManyStreams extends ProblemException {
  constructor() {
    super(HttpStatus.TOO_MANY_REQUESTS, 'busy', 'This sign-in has enough live connections open already.');
  }
}
