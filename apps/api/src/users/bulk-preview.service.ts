import { Injectable } from '@nestjs/common';
import { type BulkUserPreview, USER_TEXTS } from '@sitedesk/contract';
import type { BulkUsersDto } from '@sitedesk/contract/dto';
import { DataSource, In } from 'typeorm';
import { unavailableAware } from '../database/sql.js';
import { Account } from '../identity/account.entity.js';
import type { Acting } from '../identity/acting.js';
import { type AssignedRole, assignedRoles } from '../roles/assigned-roles.js';
import { safeAdministrators } from '../roles/last-administrator.js';
import { BulkUsers, sparesYourself } from './bulk-users.service.js';
import { ContentInheritance } from './content-inheritance.js';

/** Says beforehand what a bulk action would do, and to whom it would not be done. */
@Injectable()
export class BulkPreviews {
  constructor(
    private readonly dataSource: DataSource,
    private readonly bulk: BulkUsers,
    private readonly inheritance: ContentInheritance,
  ) {}

  /** @throws ValidationProblem and PermissionsMissing as the action itself */
  async preview(tenantId: string, acting: Acting, input: BulkUsersDto): Promise<BulkUserPreview> {
    await this.bulk.requireSound(tenantId, acting, input);
    return unavailableAware(async () => {
      const { manager } = this.dataSource;
      const ids = input.ids.map((id) => id.toLowerCase());
      const accounts = new Map(
        (await manager.findBy(Account, { tenantId, id: In(ids) })).map((account) => [account.id, account]),
      );
      const roles = await assignedRoles(manager, tenantId, ids);
      const wouldBeLast = removesAdministrators(input)
        ? lastOf(await safeAdministrators(manager, tenantId, ids))
        : () => false;
      const reasonFor = (id: string): string | undefined => {
        if (!accounts.has(id)) return USER_TEXTS.unknown;
        if (sparesYourself(input.action) && id === acting.principal.accountId) return USER_TEXTS.yourself;
        if (mayMore(roles.get(id) ?? [], acting)) return USER_TEXTS.permissionsMissing;
        return wouldBeLast(id) ? USER_TEXTS.lastAdministrator : undefined;
      };
      const refused = ids.flatMap((id) => {
        const reason = reasonFor(id);
        return reason === undefined
          ? []
          : [{ id, displayName: accounts.get(id)?.displayName ?? null, reason }];
      });
      const names = new Set(refused.map(({ id }) => id));
      const treated = ids.filter((id) => !names.has(id));
      const content =
        input.action === 'delete' ? await this.inheritance.ownedBy(manager, tenantId, treated) : [];
      return { action: input.action, total: ids.length, done: treated.length, refused, content };
    });
  }
}

const removesAdministrators = ({ action, role }: BulkUsersDto): boolean =>
  action === 'disable' || action === 'delete' || (action === 'remove-role' && role === 'Administrator');

/** Goes through the administrators in the order of the action: which one would be the last? */
function lastOf({ among, others }: Awaited<ReturnType<typeof safeAdministrators>>): (id: string) => boolean {
  let left = among.size + others;
  return (id) => {
    if (!among.has(id)) return false;
    if (left === 1) return true;
    left -= 1;
    return false;
  };
}

const mayMore = (roles: readonly AssignedRole[], { principal }: Acting): boolean =>
  roles.some(({ permissions }) => permissions.some((permission) => !principal.permissions.has(permission)));
