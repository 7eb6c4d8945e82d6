import { fieldError } from '@sitedesk/contract/field-rules';
import { HttpStatus, Injectable } from '@nestjs/common';
import { type OwnedContent, USER_TEXTS } from '@sitedesk/contract/users';
import type { EntityManager } from 'typeorm';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { maskEmail } from '../accounts/mask-email.js';
import { requireAnotherAdministrator } from '../roles/last-administrator.js';
import { ContentInheritanceService } from './content-inheritance.service.js';
import { UserChangesService } from './user-changes.service.js';

/** The user owns things, and nobody was named who gets them (400). Says what they are. */
export class InheritorNeeded extends ProblemException {
  constructor(content: readonly OwnedContent[]) {
    super(HttpStatus.BAD_REQUEST, 'validation-failed', USER_TEXTS.inheritorNeeded, {
      errors: [fieldError('inheritor', USER_TEXTS.inheritorNeeded)],
      content,
    });
  }
}

/** Deletes users, and hands over what they owned. */
@Injectable()
export class UserDeletionService {
  constructor(
    private readonly changes: UserChangesService,
    private readonly inheritance: ContentInheritanceService,
    private readonly accounts: AccountsService,
  ) {}

  /**
   * Sessions, tokens, links and roles go with the account.
   * @throws NotFoundException, LastAdministrator, InheritorNeeded, ValidationProblem, PermissionsMissing
   */
  delete(context: CallerContext, id: string, inheritor: string | undefined): Promise<void> {
    const { tenantId } = context;
    return this.changes.run(context, id, async (change) => {
      const { manager, account, roles } = change;
      await requireAnotherAdministrator(manager, tenantId, id);
      if (inheritor !== undefined) await requireInheritor(manager, tenantId, inheritor, [id]);
      const content = await this.inheritance.ownedBy(manager, tenantId, [id]);
      if (content.length > 0) {
        if (inheritor === undefined) throw new InheritorNeeded(content);
        await this.inheritance.handOver(manager, tenantId, { from: id, to: inheritor });
      }
      const email = maskEmail(await this.accounts.emailOf(tenantId, account));
      await manager.delete(Account, { id, tenantId });
      const names = [...new Set(roles.map(({ name }) => name))];
      await change.record({
        action: 'user.delete',
        before: { displayName: account.displayName, email, roles: names, content },
        after: { inheritor: inheritor ?? null },
      });
    });
  }
}

/**
 * Anyone who inherits cannot be deleted until the end of the transaction.
 * @throws ValidationProblem unless it is an active user who is not to be deleted himself
 */
export async function requireInheritor(
  manager: EntityManager,
  tenantId: string,
  inheritor: string,
  deleted: readonly string[],
): Promise<void> {
  if (deleted.includes(inheritor)) throw ValidationProblem.at('inheritor', USER_TEXTS.inheritorDeleted);
  const account = await manager.findOne(Account, {
    where: { tenantId, id: inheritor, status: 'active' },
    lock: { mode: 'for_key_share' },
  });
  if (!account) throw ValidationProblem.at('inheritor', USER_TEXTS.inheritorUnknown);
}
