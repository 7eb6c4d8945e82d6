import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type ContactAction, LIVE_LIMITS, type LiveEvent } from '@sitedesk/contract';
import { LOG, type Log } from '../common/log.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';

/** What instances tell each other of one tenant. */
export interface TenantNews {
  readonly tenantId: string;
  readonly events: readonly LiveEvent[];
}

type Listener = (news: TenantNews) => void;

/** What has happened since the last announcement, gathered so that a flood of messages is one line. */
interface Gathered {
  readonly received: Gathering;
  /** By what was done; the delivery's own under null. */
  readonly changed: Map<ContactAction | null, Gathering>;
}

interface Gathering {
  count: number;
  ids: string[];
}

const GATHER_MS = 200;

/**
 * Tells the browsers that look at a site what has just happened, on every instance. News is a courtesy: who misses some
 * reads the lists again, so losing it is no error, and nobody waits for it.
 */
@Injectable()
export class LiveNews implements OnModuleDestroy {
  private readonly listeners = new Set<Listener>();
  private readonly gathered = new Map<string, Gathered>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly changes: DatabaseChanges,
    @Inject(LOG) private readonly log: Log,
  ) {
    changes.on(CHANNELS.events, (payload) => this.hear(payload));
  }

  onNews(listener: Listener): void {
    this.listeners.add(listener);
  }

  /** Calls `listener` when news may have been missed. */
  onMissed(listener: () => void): void {
    this.changes.onLost(listener);
  }

  received(tenantId: string, id: string): void {
    gather(this.of(tenantId).received, [id], 1);
    this.announceSoon();
  }

  /** @param ids none for more messages than can be named */
  changed(tenantId: string, action: ContactAction | null, ids: readonly string[], count = ids.length): void {
    const { changed } = this.of(tenantId);
    const known = changed.get(action) ?? { count: 0, ids: [] };
    changed.set(action, gather(known, ids, count));
    this.announceSoon();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  private of(tenantId: string): Gathered {
    const known = this.gathered.get(tenantId) ?? { received: { count: 0, ids: [] }, changed: new Map() };
    this.gathered.set(tenantId, known);
    return known;
  }

  private announceSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.announce().catch((error: unknown) => this.log.warn({ event: 'news.lost', err: error }));
    }, GATHER_MS).unref();
  }

  /** Through the database also to this instance: so everybody hears it once. */
  private async announce(): Promise<void> {
    const news = [...this.gathered].map(([tenantId, gathered]): TenantNews => ({
      tenantId,
      events: eventsOf(gathered),
    }));
    this.gathered.clear();
    await this.changes.tell(
      CHANNELS.events,
      news.map((each) => JSON.stringify(each)),
    );
  }

  private hear(payload: string): void {
    const news: TenantNews = JSON.parse(payload); // our own, from above
    for (const listener of this.listeners) listener(news);
  }
}

/** Names what it can, and nothing once there is more: half a list would be taken for a whole one. */
function gather(gathering: Gathering, ids: readonly string[], count: number): Gathering {
  const complete = gathering.ids.length === gathering.count && ids.length === count;
  gathering.count += count;
  gathering.ids = complete && gathering.count <= LIVE_LIMITS.ids ? [...gathering.ids, ...ids] : [];
  return gathering;
}

function eventsOf({ received, changed }: Gathered): readonly LiveEvent[] {
  const arrived: readonly LiveEvent[] =
    received.count === 0 ? [] : [{ kind: 'contact.received', ...received }];
  const done = [...changed].map(([action, { count, ids }]): LiveEvent => ({
    kind: 'contact.changed',
    ...{ action, count, ids },
  }));
  return [...arrived, ...done, { kind: 'counts' }];
}
