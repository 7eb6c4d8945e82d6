import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LIVE_LIMITS, type LiveEvent } from '@sitedesk/contract/live-events';
import type { Permission } from '@sitedesk/contract/permissions';
import { extensionPoint } from '../core/features.js';
import { LOG, type Log } from '../core/log.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';

/** What instances notify each other of, about one tenant. */
export interface TenantEvent {
  readonly tenantId: string;
  readonly events: readonly LiveEvent[];
}

type Listener = (events: TenantEvent) => void;

/** What happened; how often and to what is counted. */
type LiveEventSubject = WithoutCount<LiveEvent>;
type WithoutCount<Event> = Event extends { readonly ids: unknown } ? Omit<Event, 'ids' | 'count'> : never;

/** A kind of event, and the permission of those who may hear it. */
interface LiveEventRegistration {
  readonly kind: LiveEvent['kind'];
  readonly permission: Permission;
}

export const LIVE_EVENTS = extensionPoint<LiveEventRegistration>('live events');

/** How often the same has happened since the last announcement, so that a flood of messages is one line. */
interface Gathering {
  readonly subject: LiveEventSubject;
  count: number;
  ids: string[];
}

const GATHER_MS = 200;

/**
 * Tells the browsers that look at a site what has just happened, on every instance. An event is a courtesy: who misses some
 * reads the lists again, so losing it is no error, and nobody waits for it.
 */
@Injectable()
export class LiveEventsService implements OnModuleDestroy {
  private readonly listeners = new Set<Listener>();
  private readonly gathered = new Map<string, Map<string, Gathering>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly changes: DatabaseChanges,
    @Inject(LOG) private readonly log: Log,
  ) {
    changes.on(CHANNELS.events, (payload) => this.hear(payload));
  }

  onEvents(listener: Listener): void {
    this.listeners.add(listener);
  }

  /** Calls `listener` when events may have been missed. */
  onMissed(listener: () => void): void {
    this.changes.onLost(listener);
  }

  /** @param ids none for more than can be named */
  publish(
    tenantId: string,
    subject: LiveEventSubject,
    ids: readonly string[],
    count: number = ids.length,
  ): void {
    const ofTenant = this.gathered.get(tenantId) ?? new Map<string, Gathering>();
    const key = JSON.stringify(subject);
    const known = ofTenant.get(key) ?? { subject, count: 0, ids: [] };
    this.gathered.set(tenantId, ofTenant.set(key, gather(known, ids, count)));
    this.announceSoon();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  private announceSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.announce().catch((error: unknown) => this.log.warn({ event: 'events.lost', err: error }));
    }, GATHER_MS).unref();
  }

  /** Through the database also to this instance: so everyone hears it once. */
  private async announce(): Promise<void> {
    const announced = [...this.gathered].map(([tenantId, gathered]): TenantEvent => ({
      tenantId,
      events: eventsOf(gathered),
    }));
    this.gathered.clear();
    await this.changes.tell(
      CHANNELS.events,
      announced.map((each) => JSON.stringify(each)),
    );
  }

  private hear(payload: string): void {
    const events: TenantEvent = JSON.parse(payload); // our own, from above
    for (const listener of this.listeners) listener(events);
  }
}

/** Names what it can, and nothing once there is more: half a list would be taken for a whole one. */
function gather(gathering: Gathering, ids: readonly string[], count: number): Gathering {
  const complete = gathering.ids.length === gathering.count && ids.length === count;
  gathering.count += count;
  gathering.ids = complete && gathering.count <= LIVE_LIMITS.ids ? [...gathering.ids, ...ids] : [];
  return gathering;
}

function eventsOf(gathered: ReadonlyMap<string, Gathering>): readonly LiveEvent[] {
  const events = [...gathered.values()].map(({ subject, count, ids }): LiveEvent => ({
    ...subject,
    count,
    ids,
  }));
  return [...events, { kind: 'counts' }];
}
