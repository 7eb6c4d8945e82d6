import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { LOG, type Log } from '../../../platform/core/log.js';
import { CHANNELS, DatabaseChanges } from '../../../platform/database/database-changes.js';
import { isUnavailable, runWith, statement } from '../../../platform/database/sql.js';
import { JobsService } from '../../../platform/jobs/jobs.service.js';
import { SettingsService } from '../../../platform/settings/settings.service.js';
import { TenantsService } from '../../../platform/tenancy/tenants.service.js';
import { holdPublishing } from '../../articles/publishing-locks.js';
import { readSiteSettings } from '../site-settings.js';

/** Pages that one transaction indexes: nobody publishes in the meantime. */
const INDEXED = 25;
/** Pages whose words one transaction deletes. */
const DELETED = 1_000;
/** First number of an advisory lock; the second stands for the site. */
const ONE_WORKER = 571_842;

const TRY = statement(
  'search_try',
)`SELECT pg_try_advisory_xact_lock(${ONE_WORKER}, hashtext($1::text)) AS "isMine"`;
const STATE = statement(
  'search_state',
)`SELECT is_on, indexed_to, is_complete FROM search_index WHERE tenant_id = $1`;
const TURN_ON = statement(
  'search_turn_on',
)`INSERT INTO search_index (tenant_id) SELECT id FROM tenant WHERE id = $1
  ON CONFLICT (tenant_id) DO UPDATE SET is_on = true, indexed_to = 0, is_complete = false RETURNING 1 AS one`;
const TURN_OFF = statement(
  'search_turn_off',
)`UPDATE search_index SET is_on = false, is_complete = false WHERE tenant_id = $1`;
const NEXT = statement('search_next')`SELECT max(number) AS last, count(*)::int AS count FROM (
    SELECT number FROM live_page WHERE tenant_id = $1 AND kind = 'page' AND number > $2 ORDER BY number LIMIT ${INDEXED}) AS next`;
const INDEX = statement('search_index_pages')`SELECT index_search_pages($1, $2, $3)`;
const ADVANCE = statement(
  'search_advance',
)`UPDATE search_index SET indexed_to = greatest(indexed_to, $2), is_complete = $3 WHERE tenant_id = $1`;
const DELETE_WORDS = statement('search_delete_words')`DELETE FROM search_page WHERE tenant_id = $1
  AND number IN (SELECT number FROM search_page WHERE tenant_id = $1 ORDER BY number LIMIT ${DELETED}) RETURNING 1 AS one`;
const FORGET = statement('search_forget')`DELETE FROM search_index WHERE tenant_id = $1`;

interface State {
  readonly is_on: boolean;
  /** Number of the last page that a worker has indexed. */
  readonly indexed_to: number;
  readonly is_complete: boolean;
}

/** What a look at a site came to: nothing is left to do, there may be more, or another worker is at it. */
type Step = 'settled' | 'more' | 'taken';

/**
 * Has the words of a site's live pages indexed when its search is turned on, and deleted when it's turned off: batch by batch, each one
 * transaction with a note of how far it came, so that any worker can go on. In between, a trigger of the database keeps them in step.
 */
@Injectable()
export class SearchIndexService {
  /** Sites that may have something to do. */
  private readonly unsettled = new Set<string>();
  private knowsSites = false;

  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
    changes: DatabaseChanges,
    jobs: JobsService,
    @Inject(LOG) private readonly log: Log,
  ) {
    jobs.addQueue('search-index', () => this.work());
    changes.on(CHANNELS.tenant, (tenantId) => void this.unsettled.add(tenantId));
    changes.onLost(() => {
      this.knowsSites = false;
    });
  }

  /** @returns whether there may be more to do at once */
  private async work(): Promise<boolean> {
    if (!this.knowsSites) {
      this.knowsSites = true;
      for (const { id } of await this.allSites()) this.unsettled.add(id);
    }
    let isBusy = false;
    for (const tenantId of [...this.unsettled]) {
      this.unsettled.delete(tenantId);
      const step = await this.stepOf(tenantId);
      if (step !== 'settled') this.unsettled.add(tenantId);
      isBusy ||= step === 'more';
    }
    return isBusy;
  }

  private async allSites(): ReturnType<TenantsService['list']> {
    try {
      return await this.tenants.list();
    } catch (error) {
      this.knowsSites = false;
      throw error;
    }
  }

  private async stepOf(tenantId: string): Promise<Step> {
    try {
      const { search } = await this.settings.read(tenantId, readSiteSettings);
      return await this.manager.transaction((manager) => this.step(manager, tenantId, search));
    } catch (error) {
      if (isUnavailable(error)) {
        this.unsettled.add(tenantId);
        throw error;
      }
      // Such as a setting that can't be read: looked at again when the site's settings change.
      this.log.error({ event: 'search.index_failed', tenantId, err: error });
      return 'settled';
    }
  }

  private async step(manager: EntityManager, tenantId: string, isWanted: boolean): Promise<Step> {
    const [lock] = await runWith<{ readonly isMine: boolean }>(manager, TRY, [tenantId]);
    if (!lock?.isMine) return 'taken';
    const [state] = await runWith<State>(manager, STATE, [tenantId]);
    if (!isWanted) return state ? this.clear(manager, tenantId, state) : 'settled';
    if (state?.is_complete) return 'settled';
    await holdPublishing(manager, tenantId);
    if (state?.is_on) return this.index(manager, tenantId, state);
    // Who publishes from now on sees it; who did before is done, and found by the first batch.
    const turned = await runWith(manager, TURN_ON, [tenantId]);
    return turned.length > 0 ? 'more' : 'settled';
  }

  private async index(manager: EntityManager, tenantId: string, { indexed_to: from }: State): Promise<Step> {
    const [next] = await runWith<{ readonly last: number | null; readonly count: number }>(manager, NEXT, [
      tenantId,
      from,
    ]);
    const { last = null, count = 0 } = next ?? {};
    if (last !== null) await runWith(manager, INDEX, [tenantId, from + 1, last]);
    const isComplete = count < INDEXED;
    await runWith(manager, ADVANCE, [tenantId, last ?? from, isComplete]);
    if (!isComplete) return 'more';
    this.log.info({ event: 'search.indexed', tenantId });
    return 'settled';
  }

  private async clear(manager: EntityManager, tenantId: string, { is_on: isOn }: State): Promise<Step> {
    if (isOn) {
      await holdPublishing(manager, tenantId);
      await runWith(manager, TURN_OFF, [tenantId]);
      return 'more';
    }
    const deleted = await runWith(manager, DELETE_WORDS, [tenantId]);
    if (deleted.length === DELETED) return 'more';
    await runWith(manager, FORGET, [tenantId]);
    return 'settled';
  }
}
