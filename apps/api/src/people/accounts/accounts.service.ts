import { fieldError } from '@sitedesk/contract/field-rules';
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { isBuiltInRole } from '@sitedesk/contract/permissions';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager, In } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { ProblemException } from '../../platform/http/problem.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { AccountRole, ASSIGNED_MANUALLY } from './account-role.entity.js';
import { Account, type AccountStatus } from './account.entity.js';
import { AuditQueryService } from '../../platform/audit/audit-query.service.js';
import { emailPlace } from '../../platform/http/principal.js';

/** What a new account starts with. */
interface NewAccount {
  readonly email: string;
  readonly displayName: string;
  readonly status: AccountStatus;
  readonly passwordHash: string | null;
  readonly emailConfirmed: boolean;
  /** Names of built-in roles, or ids of the tenant's; checked by the caller. */
  readonly roleKeys: readonly string[];
  /** The account of the person who makes it. */
  readonly createdBy?: string | null;
}

/** There is an account with this address already (409). */
export class AddressTaken extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, 'validation-failed', IDENTITY_TEXTS.addressTaken, {
      errors: [fieldError('email', IDENTITY_TEXTS.addressTaken)],
    });
  }
}

/** Accounts as rows: found by address, created, decrypted. What people do with them stands in the services beside it. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly personalData: PersonalDataService,
    @Inject(CLOCK) private readonly clock: Clock,
    auditQuery: AuditQueryService,
  ) {
    auditQuery.nameActorsBy((tenantId, ids) => this.namesOf(tenantId, ids));
  }

  /** What people are called, by the ids of their accounts. */
  async namesOf(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.manager.find(Account, {
      where: { tenantId, id: In([...ids]) },
      select: { id: true, displayName: true },
    });
    return new Map(found.map(({ id, displayName }) => [id, displayName]));
  }

  find(tenantId: string, accountId: string): Promise<Account | null> {
    return this.manager.findOneBy(Account, { tenantId, id: accountId });
  }

  async findByEmail(tenantId: string, email: string): Promise<Account | null> {
    const emailKeys = await this.personalData.lookupKeys(tenantId, canonicalEmail(email));
    return this.manager.findOneBy(Account, { tenantId, emailKey: In([...emailKeys]) });
  }

  /** The address of an account, opened. */
  emailOf(tenantId: string, account: Pick<Account, 'id' | 'email'>): Promise<string> {
    return this.personalData.decrypt(tenantId, emailPlace(account.id), account.email);
  }

  /** @throws AddressTaken */
  async create(manager: EntityManager, tenantId: string, input: NewAccount): Promise<Account> {
    const id = newId();
    const email = canonicalEmail(input.email);
    const now = new Date(this.clock.now());
    const account = manager.create(Account, {
      id,
      tenantId,
      email: await this.personalData.encrypt(tenantId, emailPlace(id), email),
      emailKey: await this.personalData.lookupKey(tenantId, email),
      displayName: input.displayName,
      passwordHash: input.passwordHash,
      passwordChangedAt: input.passwordHash === null ? null : now,
      passwordFoundShortAt: null,
      emailConfirmedAt: input.emailConfirmed ? now : null,
      status: input.status,
      createdAt: now,
      createdBy: input.createdBy ?? null,
      lastSignInAt: null,
      failedSignIns: 0,
      version: 1,
    });
    await manager.insert(Account, account).catch(duplicateAs(() => new AddressTaken()));
    await this.giveRoles(manager, tenantId, id, input.roleKeys);
    return account;
  }

  /** Replaces the roles that were assigned manually; those of a mapping stay. */
  async giveRoles(
    manager: EntityManager,
    tenantId: string,
    accountId: string,
    roleKeys: readonly string[],
  ): Promise<void> {
    await manager.delete(AccountRole, { tenantId, accountId, source: ASSIGNED_MANUALLY });
    const rows = [...new Set(roleKeys)].map((roleKey) => ({
      accountId,
      roleKey,
      tenantId,
      source: ASSIGNED_MANUALLY,
      roleId: isBuiltInRole(roleKey) ? null : roleKey,
    }));
    if (rows.length > 0) await manager.insert(AccountRole, rows);
  }
}

/** An address as it is stored: normalised; its case is kept, and does not count when it is looked for. */
export const canonicalEmail = (email: string): string => String(normaliseLine(email));
