import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import type { Account, AccountStatus } from '../accounts/account.entity.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { AccountLinksService } from '../links/account-links.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { requireAnotherAdministrator } from '../roles/last-administrator.js';
import { type UserChange, UserChangesService, writeColumns } from './user-changes.service.js';

/** Whether users may sign in. Doing again what is done already changes nothing. */
@Injectable()
export class UserStatusService {
  constructor(
    private readonly changes: UserChangesService,
    private readonly sessions: SessionsService,
    private readonly links: AccountLinksService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Ends every session, token and link of the user at once. @throws LastAdministrator */
  disable(context: CallerContext, id: string): Promise<void> {
    return this.changes.run(context, id, async (change) => {
      const before = change.account.status;
      if (before === 'disabled') return change.record({ action: 'user.disable' });
      await requireAnotherAdministrator(change.manager, context.tenantId, id);
      await writeColumns(change, { status: 'disabled' });
      await this.shutOut(change);
      await change.record({
        action: 'user.disable',
        before: { status: before },
        after: { status: 'disabled' },
      });
    });
  }

  enable(context: CallerContext, id: string): Promise<void> {
    return this.changes.run(context, id, async (change) => {
      const before = change.account.status;
      if (before !== 'disabled') return change.record({ action: 'user.enable' });
      const status = statusWhenEnabled(change.account);
      await writeColumns(change, { status });
      await change.record({ action: 'user.enable', before: { status: before }, after: { status } });
    });
  }

  /** An administrator's word instead of the user's proof. */
  confirmEmail(context: CallerContext, id: string): Promise<void> {
    return this.changes.run(context, id, async (change) => {
      if (change.account.emailConfirmedAt !== null) return change.record({ action: 'user.confirm-email' });
      await writeColumns(change, { emailConfirmedAt: new Date(this.clock.now()) });
      await change.record({
        action: 'user.confirm-email',
        before: { emailConfirmed: false },
        after: { emailConfirmed: true },
      });
    });
  }

  /** Ends every session, token and link of the user. @throws LastAdministrator */
  unconfirmEmail(context: CallerContext, id: string): Promise<void> {
    return this.changes.run(context, id, async (change) => {
      if (change.account.emailConfirmedAt === null) return change.record({ action: 'user.unconfirm-email' });
      await requireAnotherAdministrator(change.manager, context.tenantId, id);
      await writeColumns(change, { emailConfirmedAt: null });
      await this.shutOut(change);
      await change.record({
        action: 'user.unconfirm-email',
        before: { emailConfirmed: true },
        after: { emailConfirmed: false },
      });
    });
  }

  private async shutOut({ manager, account: { id, tenantId } }: UserChange): Promise<void> {
    await this.sessions.endAll(manager, tenantId, id);
    await this.links.revokeAll(manager, tenantId, id);
  }
}

/** Who was disabled before accepting the invitation still has to accept one. */
const statusWhenEnabled = ({ passwordHash, lastSignInAt }: Account): AccountStatus =>
  passwordHash === null && lastSignInAt === null ? 'invited' : 'active';
