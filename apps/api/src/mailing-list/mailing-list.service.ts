import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  MAILING_LIST_TEXTS,
  type MailingListCheck,
  type MailingListChoice,
  type MailingListField,
  type MailingListRemoval,
  type MailingListView,
} from '@sitedesk/contract';
import type { ConnectMailingListDto, MailingListSettingsDto } from '@sitedesk/contract/dto';
import { type EntityManager, Repository } from 'typeorm';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { ChangedMeanwhile } from '../common/entity-tag.js';
import { ValidationProblem } from '../common/problem.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';
import { unavailableAware } from '../database/sql.js';
import { PersonalData } from '../keys/personal-data.service.js';
import { countJobs } from './mailing-list-jobs.service.js';
import type { MailingListAccess } from './mailing-list-provider.js';
import { MailingListError } from './mailing-list-provider.js';
import { MailingListProviders } from './mailing-list-providers.js';
import { asServiceFailed, atField, MailingListNotReady, reasonText } from './mailing-list-refusals.js';
import { checkedConsent, checkedMapping } from './mailing-list-settings.js';
import { toMailingListView } from './mailing-list-view.js';
import { MailingListJob } from './mailing-list-job.entity.js';
import { apiKeyPlace, MailingList } from './mailing-list.entity.js';

/** What the editor is told, and the version that a form has to name when it saves; 0 while nothing is connected. */
export interface VersionedView {
  readonly view: MailingListView;
  readonly version: number;
}

/** After a change by a person the service is tried again at once. */
const WITHOUT_TROUBLE = {
  failures: 0,
  failureKind: null,
  failureDetail: null,
  failingSince: null,
  heldUntil: null,
} as const;

/** Connects a tenant's contacts to a mailing list service (specification 1), and says how it goes. */
@Injectable()
export class MailingListService {
  constructor(
    @InjectRepository(MailingList) private readonly rows: Repository<MailingList>,
    private readonly providers: MailingListProviders,
    private readonly personalData: PersonalData,
    private readonly auditLog: AuditLog,
    private readonly changes: DatabaseChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async view(tenantId: string): Promise<VersionedView> {
    const row = await unavailableAware(() => this.rows.findOneBy({ tenantId }));
    const counts = await unavailableAware(() => countJobs(this.rows.manager, tenantId));
    return { view: toMailingListView(row, counts), version: row?.version ?? 0 };
  }

  /**
   * Connects, or exchanges the key. List, fields and rule stay as long as it is the same account's API.
   * @throws ValidationProblem naming what the service does not accept
   */
  async connect(tenantId: string, actor: Actor, input: ConnectMailingListDto): Promise<VersionedView> {
    const provider = this.providers.get(input.provider);
    const apiKey = input.apiKey.trim();
    const apiUrl = input.apiUrl?.replace(/\/+$/, '') ?? provider.apiUrlOf(apiKey);
    if (apiUrl === undefined)
      throw new ValidationProblem([{ field: 'apiKey', message: MAILING_LIST_TEXTS.keyMalformed }]);
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
        const columns = { ...connection, ...WITHOUT_TROUBLE, version, ...(moved ? NOT_CHOSEN : {}) };
        await manager.update(MailingList, { tenantId }, columns);
      } else {
        await manager.delete(MailingListJob, { tenantId }); // left by a message that came while an earlier one was removed
        await manager.insert(MailingList, { tenantId, ...connection, ...NOT_CHOSEN, connectedAt: now });
      }
      const shown = ({ provider: name, apiUrl: url, accountName: account }: typeof connection): object => ({
        ...{ provider: name, apiUrl: url, account },
      });
      await this.auditLog.record(
        tenantId,
        actor,
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

  /** Whether the service answers and takes the stored key, now. @throws MailingListNotReady */
  async check(tenantId: string): Promise<MailingListCheck> {
    const { access, row } = await this.access(tenantId);
    try {
      await this.providers.get(row.provider).check(access);
      return { ok: true, detail: null };
    } catch (error) {
      if (error instanceof MailingListError) return { ok: false, detail: reasonText(error) };
      throw error;
    }
  }

  /** @throws MailingListNotReady, MailingListServiceFailed */
  async lists(tenantId: string): Promise<readonly MailingListChoice[]> {
    const { access, row } = await this.access(tenantId);
    return this.providers.get(row.provider).lists(access).catch(asServiceFailed);
  }

  /** @throws MailingListNotReady, MailingListServiceFailed */
  async fields(tenantId: string, listId: string): Promise<readonly MailingListField[]> {
    const { access, row } = await this.access(tenantId);
    return this.providers.get(row.provider).fields(access, listId).catch(asServiceFailed);
  }

  /**
   * Chooses list, fields and rule, after a look at the service; contacts go from now on.
   * @throws ValidationProblem, ChangedMeanwhile, MailingListNotReady, MailingListServiceFailed
   */
  async configure(
    tenantId: string,
    actor: Actor,
    version: number,
    input: MailingListSettingsDto,
  ): Promise<VersionedView> {
    const list = (await this.lists(tenantId)).find(({ id }) => id === input.listId);
    if (!list) throw new ValidationProblem([{ field: 'listId', message: MAILING_LIST_TEXTS.unknownList }]);
    const mapping = checkedMapping(input.mapping, await this.fields(tenantId, list.id));
    const { rule, pages, statement } = checkedConsent(input.consent);
    await this.writing(tenantId, async (manager) => {
      const before = await lockedRow(manager, tenantId);
      if (!before) throw new MailingListNotReady();
      if (before.version !== version) throw new ChangedMeanwhile();
      const settings = {
        ...{ listId: list.id, listName: list.name, mapping, consentRule: rule },
        ...{ consentPages: [...pages], consentStatement: statement },
      };
      const counters = before.listId === list.id ? {} : { synchronised: 0, lastSynchronisedAt: null };
      const columns = { ...settings, ...counters, ...WITHOUT_TROUBLE, version: version + 1 };
      await manager.update(MailingList, { tenantId }, columns);
      const event = { action: 'mailing-list.configure', target: { kind: 'mailing-list', id: tenantId } };
      const { listId, listName, consentRule, consentPages, consentStatement } = before;
      await this.auditLog.record(
        tenantId,
        actor,
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

  /** Contacts wait here from now on, or go again. @throws MailingListNotReady */
  async setPaused(tenantId: string, actor: Actor, paused: boolean): Promise<VersionedView> {
    await this.writing(tenantId, async (manager) => {
      const before = await lockedRow(manager, tenantId);
      if (!before) throw new MailingListNotReady();
      if (before.listId === null) throw new MailingListNotReady(MAILING_LIST_TEXTS.notChosen);
      await manager.update(
        MailingList,
        { tenantId },
        { paused, ...WITHOUT_TROUBLE, version: before.version + 1 },
      );
      const action = paused ? 'mailing-list.pause' : 'mailing-list.resume';
      const target = { kind: 'mailing-list', id: tenantId };
      await this.auditLog.record(tenantId, actor, { action, target }, manager);
    });
    return this.view(tenantId);
  }

  /** Forgets the key and what waits here; those who were added stay on the list. @throws MailingListNotReady */
  async remove(tenantId: string, actor: Actor): Promise<MailingListRemoval> {
    return this.writing(tenantId, async (manager) => {
      const before = await lockedRow(manager, tenantId);
      if (!before) throw new MailingListNotReady();
      const { affected } = await manager.delete(MailingListJob, { tenantId });
      await manager.delete(MailingList, { tenantId });
      const { accountName, listName, synchronised } = before;
      const removal = { stays: { accountName, listName, synchronised }, dropped: affected ?? 0 };
      await this.auditLog.record(
        tenantId,
        actor,
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

  private async access(
    tenantId: string,
  ): Promise<{ readonly access: MailingListAccess; readonly row: MailingList }> {
    const row = await unavailableAware(() => this.rows.findOneBy({ tenantId }));
    if (!row) throw new MailingListNotReady();
    const apiKey = await this.personalData.decrypt(tenantId, apiKeyPlace(tenantId), row.apiKey);
    return { row, access: { apiUrl: row.apiUrl, apiKey } };
  }

  /** One transaction, and every instance hears of it. */
  private async writing<T>(tenantId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const result = await unavailableAware(() => this.rows.manager.transaction(work));
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
