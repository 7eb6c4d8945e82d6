import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IDENTITY_TEXTS, isBuiltInRole } from '@sitedesk/contract';
import { normaliseLine } from '@sitedesk/contract/dto';
import { EntityManager, In, Repository } from 'typeorm';
import { CLOCK, type Clock } from '../common/clock.js';
import { newId } from '../common/id.js';
import { ProblemException } from '../common/problem.js';
import { unavailableAware } from '../database/sql.js';
import { PersonalData } from '../keys/personal-data.service.js';
import { AccountRole, GIVEN_BY_HAND } from '../roles/account-role.entity.js';
import { Account, type AccountStatus, emailPlace } from './account.entity.js';

/** What a new account starts with. */
export interface NewAccount {
  readonly email: string;
  readonly displayName: string;
  readonly status: AccountStatus;
  readonly passwordHash: string | null;
  readonly emailConfirmed: boolean;
  /** Names of built-in roles, or ids of the tenant's; checked by the caller. */
  readonly roleKeys: readonly string[];
  /** The account of whoever makes it. */
  readonly createdBy?: string | null;
}

/** There is an account with this address already (409). */
export class AddressTaken extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, 'validation-failed', IDENTITY_TEXTS.addressTaken, {
      errors: [{ field: 'email', message: IDENTITY_TEXTS.addressTaken }],
    });
  }
}

const UNIQUE_VIOLATION = '23505';

/** Accounts as rows: found by address, made, opened. What people do with them stands in the services beside it. */
@Injectable()
export class AccountsService {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly personalData: PersonalData,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find(tenantId: string, accountId: string): Promise<Account | null> {
    return unavailableAware(() => this.accounts.findOneBy({ tenantId, id: accountId }));
  }

  async findByEmail(tenantId: string, email: string): Promise<Account | null> {
    const emailKeys = await this.personalData.lookupKeys(tenantId, canonicalEmail(email));
    return unavailableAware(() => this.accounts.findOneBy({ tenantId, emailKey: In([...emailKeys]) }));
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
    try {
      await manager.insert(Account, account);
    } catch (error) {
      throw isUniqueViolation(error) ? new AddressTaken() : error;
    }
    await this.giveRoles(manager, tenantId, id, input.roleKeys);
    return account;
  }

  /** Replaces the roles that were given by hand; those of a mapping stay. */
  async giveRoles(
    manager: EntityManager,
    tenantId: string,
    accountId: string,
    roleKeys: readonly string[],
  ): Promise<void> {
    await manager.delete(AccountRole, { tenantId, accountId, source: GIVEN_BY_HAND });
    const rows = [...new Set(roleKeys)].map((roleKey) => ({
      ...{ accountId, roleKey, tenantId, source: GIVEN_BY_HAND },
      roleId: isBuiltInRole(roleKey) ? null : roleKey,
    }));
    if (rows.length > 0) await manager.insert(AccountRole, rows);
  }
}

/** An address as it is stored: normalised; its case is kept, and does not count when it is looked for. */
export const canonicalEmail = (email: string): string => String(normaliseLine(email));

/** Whether a statement failed because such a row is there already. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === UNIQUE_VIOLATION;
}
