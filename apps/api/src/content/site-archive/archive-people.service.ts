import { Inject, Injectable } from '@nestjs/common';
import { isBuiltInRole, type Permission, PERMISSIONS } from '@sitedesk/contract/permissions';
import type { EntityManager, QueryRunner } from 'typeorm';
import { AccountsService } from '../../people/accounts/accounts.service.js';
import { ASSIGNED_MANUALLY } from '../../people/accounts/account-role.entity.js';
import type { AccountStatus } from '../../people/accounts/account.entity.js';
import { roleNameKey } from '../../people/roles/role-rows.js';
import { Role } from '../../people/roles/role.entity.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';

/** Rows read at a time. */
const BATCH = 200;
const SELECT = `SELECT a.id, a.email, a.display_name, a.status,
    coalesce((SELECT json_agg(json_build_object('key', ar.role_key, 'name', r.name, 'description', r.description, 'permissions', r.permissions)
        ORDER BY ar.role_key)
      FROM account_role ar LEFT JOIN role r ON r.tenant_id = $1 AND r.id = ar.role_id
      WHERE ar.tenant_id = $1 AND ar.account_id = a.id AND ar.source = '${ASSIGNED_MANUALLY}'), '[]') AS roles
  FROM account a WHERE a.tenant_id = $1 AND a.id > $2 ORDER BY a.id LIMIT ${BATCH}`;
/** Before the first one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A role that was assigned manually; of a built-in one only the name. */
interface ArchivedRole {
  readonly key: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly permissions: readonly string[] | null;
}

/** Someone who works on the site: no password, second factor, session or token. */
interface ArchivedPerson {
  readonly email: string;
  readonly displayName: string;
  readonly status: AccountStatus;
  readonly roles: readonly ArchivedRole[];
}

interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly display_name: string;
  readonly status: AccountStatus;
  readonly roles: readonly ArchivedRole[];
}

/** How many people of an archive are new at a site, and how many it has already. */
export interface PeopleCounts {
  readonly added: number;
  readonly present: number;
}

/** The people of a site in an archive, by choice: who they are and their roles, and nothing that lets someone sign in. */
@Injectable()
export class ArchivePeopleService {
  constructor(
    private readonly accounts: AccountsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One person a line. */
  async *lines(runner: QueryRunner, tenantId: string): AsyncGenerator<string> {
    for (let last = NOBODY; ;) {
      const rows: AccountRow[] = await runner.query(SELECT, [tenantId, last]);
      for (const row of rows) {
        const email = await this.accounts.emailOf(tenantId, row);
        const person: ArchivedPerson = {
          email,
          displayName: row.display_name,
          status: row.status,
          roles: row.roles,
        };
        yield `${JSON.stringify(person)}\n`;
      }
      last = rows.at(-1)?.id ?? last;
      if (rows.length < BATCH) return;
    }
  }

  async count(tenantId: string, lines: AsyncIterable<string>): Promise<PeopleCounts> {
    let [added, present] = [0, 0];
    for await (const { email } of peopleOf(lines))
      if (await this.accounts.findByEmail(tenantId, email)) present += 1;
      else added += 1;
    return { added, present };
  }

  /**
   * Adds those whose email address nobody has, as part of a transaction: without a password, and without an email to them. People who
   * are there stay as they are.
   */
  async import(
    manager: EntityManager,
    tenantId: string,
    lines: AsyncIterable<string>,
  ): Promise<PeopleCounts> {
    let [added, present] = [0, 0];
    for await (const { email, displayName, status, roles } of peopleOf(lines)) {
      if (await this.accounts.findByEmail(tenantId, email)) {
        present += 1;
        continue;
      }
      const roleKeys: string[] = [];
      for (const role of roles) roleKeys.push(await this.roleKeyOf(manager, tenantId, role));
      await this.accounts.create(manager, tenantId, {
        email,
        displayName,
        status: status === 'disabled' ? 'disabled' : 'invited',
        passwordHash: null,
        emailConfirmed: false,
        roleKeys,
      });
      added += 1;
    }
    return { added, present };
  }

  /** The site's own role of that name counts; without one it is created. */
  private async roleKeyOf(
    manager: EntityManager,
    tenantId: string,
    { key, name, description, permissions }: ArchivedRole,
  ): Promise<string> {
    if (isBuiltInRole(key)) return key;
    const ofThatName = name ?? key;
    const nameKey = roleNameKey(ofThatName);
    const found = await manager.findOneBy(Role, { tenantId, nameKey });
    if (found) return found.id;
    const id = newId();
    await manager.insert(Role, {
      id,
      tenantId,
      name: ofThatName,
      nameKey,
      description: description ?? '',
      permissions: (permissions ?? []).filter(isPermission),
      createdAt: new Date(this.clock.now()),
    });
    return id;
  }
}

const isPermission = (word: string): word is Permission =>
  PERMISSIONS.some((permission) => permission === word);

async function* peopleOf(lines: AsyncIterable<string>): AsyncGenerator<ArchivedPerson> {
  for await (const line of lines) yield JSON.parse(line) as ArchivedPerson; // verified
}
