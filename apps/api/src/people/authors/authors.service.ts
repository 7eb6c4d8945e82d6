import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { AuthorProfile } from '@sitedesk/contract/authors';
import { IDENTITY_TEXTS, IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { AuthorListDto, AuthorProfileDto } from '@sitedesk/contract/authors.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager, In } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { newId } from '../../platform/core/id.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { AuthorProfileRow } from './author-profile.entity.js';

/** Told in the transaction of a change. @param profile null when it was deleted */
export type AuthorListener = (
  manager: EntityManager,
  tenantId: string,
  id: string,
  profile: AuthorProfile | null,
) => Promise<void>;

/** Author profiles: of users, and of authors who have no account. */
@Injectable()
export class AuthorsService {
  private readonly listeners: AuthorListener[] = [];

  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Has what shows authors follow their profiles. */
  onChange(listener: AuthorListener): void {
    this.listeners.push(listener);
  }

  /** Those that there are, in the order of the IDs. */
  async withIds(
    manager: EntityManager,
    tenantId: string,
    ids: readonly string[],
  ): Promise<readonly AuthorProfile[]> {
    if (ids.length === 0) return [];
    const rows = await manager.findBy(AuthorProfileRow, { tenantId, id: In([...ids]) });
    return profilesOf(rows.map(profileOf), ids);
  }

  /** By name, without regard to case; `q` is the start of it. */
  async list(tenantId: string, { q, limit, cursor }: AuthorListDto): Promise<Page<AuthorProfile>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const query = this.manager
      .createQueryBuilder(AuthorProfileRow, 'a')
      .where('a.tenantId = :tenantId', { tenantId });
    if (q !== undefined) query.andWhere('starts_with(a.nameKey, :start)', { start: keyOf(q) });
    if (cursor !== undefined) {
      const [name, id] = decodeCursor(cursor, ['string', 'id']);
      query.andWhere('(a.nameKey, a.id) > (:name, :id::uuid)', { name, id });
    }
    query
      .orderBy('a.nameKey')
      .addOrderBy('a.id')
      .limit(size + 1);
    const found = await query.getMany();
    return pageOf(found, size, profileOf, ({ nameKey, id }) => [nameKey, id]);
  }

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<Versioned<AuthorProfile>> {
    const row = await this.manager.findOneBy(AuthorProfileRow, { tenantId, id });
    if (!row) throw new NotFoundException();
    return new Versioned(profileOf(row), row.version);
  }

  /** @throws ValidationProblem when the user is unknown, or has a profile already */
  async create(context: RequestContext, input: AuthorProfileDto): Promise<Versioned<AuthorProfile>> {
    const { tenantId } = context;
    await this.requireAccount(tenantId, input.accountId);
    const createdAt = new Date(this.clock.now());
    const row = this.manager.create(AuthorProfileRow, {
      id: newId(),
      tenantId,
      createdAt,
      version: 1,
      ...columnsOf(input),
    });
    await this.writing(async (manager) => {
      await manager.insert(AuthorProfileRow, row);
      const event: AuditEvent = { action: 'author.create', target: targetOf(row.id), after: shown(row) };
      await this.auditLog.record(context, event, manager);
    });
    return new Versioned(profileOf(row), row.version);
  }

  /** @throws NotFoundException, VersionConflict, ValidationProblem */
  async replace(
    context: RequestContext,
    id: string,
    version: number,
    input: AuthorProfileDto,
  ): Promise<Versioned<AuthorProfile>> {
    const { tenantId } = context;
    await this.requireAccount(tenantId, input.accountId);
    return this.writing(async (manager) => {
      const before = await manager.findOne(AuthorProfileRow, {
        where: { tenantId, id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!before) throw new NotFoundException();
      if (before.version !== version) throw new VersionConflict();
      const columns = { ...columnsOf(input), version: version + 1 };
      await manager.update(AuthorProfileRow, { tenantId, id }, columns);
      const row = { ...before, ...columns };
      const event: AuditEvent = {
        action: 'author.change',
        target: targetOf(id),
        before: shown(before),
        after: shown(row),
      };
      for (const tell of this.listeners) await tell(manager, tenantId, id, profileOf(row));
      await this.auditLog.record(context, event, manager);
      return new Versioned(profileOf(row), row.version);
    });
  }

  /** @throws NotFoundException */
  async delete(context: RequestContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.writing(async (manager) => {
      const before = await manager.findOneBy(AuthorProfileRow, { tenantId, id });
      if (!before) throw new NotFoundException();
      await manager.delete(AuthorProfileRow, { tenantId, id });
      for (const tell of this.listeners) await tell(manager, tenantId, id, null);
      const event: AuditEvent = { action: 'author.delete', target: targetOf(id), before: shown(before) };
      await this.auditLog.record(context, event, manager);
    });
  }

  private async requireAccount(tenantId: string, accountId: string | null | undefined): Promise<void> {
    if (accountId === null || accountId === undefined) return;
    if (await this.accounts.find(tenantId, accountId)) return;
    throw ValidationProblem.at('accountId', IDENTITY_TEXTS.unknownUser);
  }

  private writing<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const error = { field: 'accountId', message: 'This user already has an author profile.' };
    return this.manager.transaction(work).catch(duplicateAs(() => new ValidationProblem([error])));
  }
}

const keyOf = (name: string): string => String(normaliseLine(name)).toLowerCase();

const targetOf = (id: string): { readonly kind: string; readonly id: string } => ({ kind: 'author', id });

function columnsOf(
  input: AuthorProfileDto,
): Pick<AuthorProfileRow, 'name' | 'nameKey' | 'biography' | 'pictureUrl' | 'links' | 'accountId'> {
  return {
    name: String(normaliseLine(input.name)),
    nameKey: keyOf(input.name),
    biography: input.biography ?? '',
    pictureUrl: input.pictureUrl ?? null,
    links: (input.links ?? []).map(({ label, url }) => ({ label: String(normaliseLine(label)), url })),
    accountId: input.accountId ?? null,
  };
}

const shown = ({
  name,
  biography,
  pictureUrl,
  links,
  accountId,
}: AuthorProfileRow): object & Record<string, unknown> => ({
  name,
  biography,
  pictureUrl,
  links,
  accountId,
});

const profileOf = (row: AuthorProfileRow): AuthorProfile => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  biography: row.biography,
  pictureUrl: row.pictureUrl,
  links: row.links,
  createdAt: row.createdAt.toISOString(),
});

/** Those with the ids, in their order. */
export const profilesOf = (
  profiles: readonly AuthorProfile[],
  ids: readonly string[],
): readonly AuthorProfile[] => ids.flatMap((id) => profiles.filter((profile) => profile.id === id));
