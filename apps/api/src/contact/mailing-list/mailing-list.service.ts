import { worded } from '@sitedesk/contract/messages';
import { Inject, Injectable } from '@nestjs/common';
import {
  MAILING_LIST_TEXTS,
  type MailingListCheck,
  type MailingListChoice,
  type MailingListField,
  type MailingListRemoval,
  type MailingListView,
} from '@sitedesk/contract/mailing-list';
import type { ConnectMailingListDto, MailingListSettingsDto } from '@sitedesk/contract/mailing-list.dto';
import { EntityManager } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import { JobRow } from '../../platform/jobs/job.entity.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { SteeringService } from '../../platform/settings/steering.service.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { type MailingListAccess, MailingListError } from './mailing-list-provider.js';
import { MailingListProviders } from './mailing-list-providers.js';
import { asServiceFailed, atField, reasonText } from './mailing-list-refusals.js';
import { checkedConsent, checkedMapping } from './mailing-list-settings.js';
import { toMailingListView } from './mailing-list-view.js';
import { apiKeyPlace, isReady, MAILING_LIST, MailingList } from './mailing-list.entity.js';

/** Connects a tenant's contacts to a mailing list service (specification 1), and says how it goes. */
@Injectable()
export class MailingListService {
  constructor(
    private readonly manager: EntityManager,
    private readonly jobs: JobStore,
    private readonly providers: MailingListProviders,
    private readonly personalData: PersonalDataService,
    private readonly steering: SteeringService,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async view(tenantId: string): Promise<Versioned<MailingListView>> {
    const row = await this.manager.findOneBy(MailingList, { tenantId });
    const hold = await this.manager.findOneBy(JobHold, { tenantId, target: MAILING_LIST });
    // In one look: a job that changes its state between two would be missing, or counted twice.
    const counts = (await this.jobs.counts(tenantId)).find(({ kind }) => kind === MAILING_LIST);
    return new Versioned(toMailingListView(row, hold, counts), row?.version ?? 0);
  }

  /**
   * Connects, or exchanges the key. List, fields and rule stay as long as it is the same account's API.
   * @throws ValidationProblem naming what the service does not accept, and what SteeringService throws
   */
  async connect(context: RequestContext, input: ConnectMailingListDto): Promise<Versioned<MailingListView>> {
    const { tenantId } = context;
    this.steering.require(context, 'mailing-list');
    const provider = this.providers.get(input.provider);
    const apiKey = input.apiKey.trim();
    const apiUrl = input.apiUrl?.replace(/\/+$/, '') ?? provider.apiUrlOf(apiKey);
    if (apiUrl === undefined) throw ValidationProblem.at('apiKey', MAILING_LIST_TEXTS.keyMalformed);
    const accountName = await provider
      .check({ apiUrl, apiKey })
      .catch((error: unknown) => atField(error, Boolean(input.apiUrl)));
    const sealed = await this.personalData.encrypt(tenantId, apiKeyPlace(tenantId), apiKey);
    const now = new Date(this.clock.now());
    const connection = { provider: input.provider, apiUrl, apiKey: sealed, keyUpdatedAt: now, accountName };
    await this.writing(tenantId, async (manager) => {
      const before = await lockedRow(manager, tenantId);
      if (before) {
        const moved = before.apiUrl !== apiUrl || before.accountName !== accountName;
        const version = before.version + 1;
        const columns = { ...connection, version, ...(moved ? NOT_CHOSEN : {}) };
        await manager.update(MailingList, { tenantId }, columns);
      } else {
        await manager.delete(JobRow, { tenantId, kind: MAILING_LIST }); // left by a message that came while an earlier one was removed
        await manager.insert(MailingList, { tenantId, ...connection, ...NOT_CHOSEN, connectedAt: now });
      }
      await this.holdOrFree(manager, tenantId);
      const shown = ({ provider: name, apiUrl: url, accountName: account }: typeof connection): object => ({
        provider: name,
        apiUrl: url,
        account,
      });
      await this.announce(manager, context, accountName);
      await this.auditLog.record(
        context,
        {
          action: 'mailing-list.connect',
          target: { kind: 'mailing-list', id: tenantId },
          ...(before ? { before: { ...shown(before) } } : {}),
          after: { ...shown(connection) },
        },
        manager,
      );
    });
    return this.view(tenantId);
  }

  /** Whether the service answers and takes the stored key, now. @throws WrongState */
  async check(tenantId: string): Promise<MailingListCheck> {
    const { access, row } = await this.access(tenantId);
    try {
      await this.providers.get(row.provider).check(access);
      return { ok: true, ...worded('detail', null) };
    } catch (error) {
      if (error instanceof MailingListError) return { ok: false, ...worded('detail', reasonText(error)) };
      throw error;
    }
  }

  /** @throws WrongState, MailingListServiceFailed */
  async lists(tenantId: string): Promise<readonly MailingListChoice[]> {
    const { access, row } = await this.access(tenantId);
    return this.providers.get(row.provider).lists(access).catch(asServiceFailed);
  }

  /** @throws WrongState, MailingListServiceFailed */
  async fields(tenantId: string, listId: string): Promise<readonly MailingListField[]> {
    const { access, row } = await this.access(tenantId);
    return this.providers.get(row.provider).fields(access, listId).catch(asServiceFailed);
  }

  /**
   * Chooses list, fields and rule, after a look at the service; contacts go from now on.
   * @throws ValidationProblem, VersionConflict, WrongState, MailingListServiceFailed, and what SteeringService throws when it's another list
   */
  async configure(
    context: RequestContext,
    version: number,
    input: MailingListSettingsDto,
  ): Promise<Versioned<MailingListView>> {
    const { tenantId } = context;
    const list = (await this.lists(tenantId)).find(({ id }) => id === input.listId);
    if (!list) throw ValidationProblem.at('listId', MAILING_LIST_TEXTS.unknownList);
    const mapping = checkedMapping(input.mapping, await this.fields(tenantId, list.id));
    const { rule, pages, statement } = checkedConsent(input.consent);
    await this.writing(tenantId, async (manager) => {
      const before = await lockedRow(manager, tenantId);
      if (!before) throw new WrongState(MAILING_LIST_TEXTS.notConnected);
      if (before.version !== version) throw new VersionConflict();
      const settings = {
        listId: list.id,
        listName: list.name,
        mapping,
        consentRule: rule,
        consentPages: [...pages],
        consentStatement: statement,
      };
      const isOther = before.listId !== list.id;
      if (isOther) this.steering.require(context, 'mailing-list');
      if (isOther) await this.announce(manager, context, list.name);
      const counters = !isOther ? {} : { synchronised: 0, lastSynchronisedAt: null };
      const columns = { ...settings, ...counters, version: version + 1 };
      await manager.update(MailingList, { tenantId }, columns);
      await this.holdOrFree(manager, tenantId);
      const event: AuditEvent = {
        action: 'mailing-list.configure',
        target: { kind: 'mailing-list', id: tenantId },
      };
      const { listId, listName, consentRule, consentPages, consentStatement } = before;
      await this.auditLog.record(
        context,
        {
          ...event,
          before: { listId, listName, mapping: before.mapping, consentRule, consentPages, consentStatement },
          after: settings,
        },
        manager,
      );
    });
    return this.view(tenantId);
  }

  /** Contacts wait here from now on, or go again. @throws WrongState */
  async setPaused(context: RequestContext, paused: boolean): Promise<Versioned<MailingListView>> {
    const { tenantId } = context;
    await this.writing(tenantId, async (manager) => {
      const before = await lockedRow(manager, tenantId);
      if (!before) throw new WrongState(MAILING_LIST_TEXTS.notConnected);
      if (before.listId === null) throw new WrongState(MAILING_LIST_TEXTS.notChosen);
      await manager.update(MailingList, { tenantId }, { paused, version: before.version + 1 });
      await this.holdOrFree(manager, tenantId);
      const action = paused ? 'mailing-list.pause' : 'mailing-list.resume';
      const target = { kind: 'mailing-list', id: tenantId };
      await this.auditLog.record(context, { action, target }, manager);
    });
    return this.view(tenantId);
  }

  /** Forgets the key and what waits here; those who were added stay on the list. @throws WrongState */
  async remove(context: RequestContext): Promise<MailingListRemoval> {
    const { tenantId } = context;
    return this.writing(tenantId, async (manager) => {
      const before = await lockedRow(manager, tenantId);
      if (!before) throw new WrongState(MAILING_LIST_TEXTS.notConnected);
      const { affected } = await manager.delete(JobRow, { tenantId, kind: MAILING_LIST });
      await this.jobs.free(manager, tenantId, MAILING_LIST);
      await manager.delete(MailingList, { tenantId });
      const { accountName, listName, synchronised } = before;
      const removal = { stays: { accountName, listName, synchronised }, dropped: affected ?? 0 };
      await this.auditLog.record(
        context,
        {
          action: 'mailing-list.remove',
          target: { kind: 'mailing-list', id: tenantId },
          before: { accountName, listName, synchronised, dropped: removal.dropped },
        },
        manager,
      );
      return removal;
    });
  }

  private announce(manager: EntityManager, context: RequestContext, name: string): Promise<void> {
    const what = { en: `Mailing list “${name}”`, de: `Mailingliste „${name}“` };
    return this.steering.changed(manager, { context, steering: 'mailing-list', what });
  }

  /** After a change by a person the service is tried again at once; or contacts wait for the person. */
  private async holdOrFree(manager: EntityManager, tenantId: string): Promise<void> {
    const row = await manager.findOneByOrFail(MailingList, { tenantId });
    if (isReady(row)) await this.jobs.free(manager, tenantId, MAILING_LIST);
    else await this.jobs.pause(manager, tenantId, MAILING_LIST);
  }

  private async access(
    tenantId: string,
  ): Promise<{ readonly access: MailingListAccess; readonly row: MailingList }> {
    const row = await this.manager.findOneBy(MailingList, { tenantId });
    if (!row) throw new WrongState(MAILING_LIST_TEXTS.notConnected);
    const apiKey = await this.personalData.decrypt(tenantId, apiKeyPlace(tenantId), row.apiKey);
    return { row, access: { apiUrl: row.apiUrl, apiKey } };
  }

  /** One transaction, and every instance hears of it. */
  private async writing<T>(tenantId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.manager.transaction(work);
    await this.changes.announce(CHANNELS.tenant, tenantId);
    return result;
  }
}

const NOT_CHOSEN = {
  listId: null,
  listName: null,
  mapping: [],
  consentRule: null,
  consentPages: [],
  consentStatement: null,
  synchronised: 0,
  lastSynchronisedAt: null,
};

const lockedRow = (manager: EntityManager, tenantId: string): Promise<MailingList | null> =>
  manager.findOne(MailingList, { where: { tenantId }, lock: { mode: 'pessimistic_write' } });
