import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { type SavedUser, USER_TEXTS, type UserDetails } from '@sitedesk/contract';
import { type CreateUserDto, normaliseLine, type UpdateUserDto } from '@sitedesk/contract/dto';
import { DataSource } from 'typeorm';
import { AccountMailer } from '../account-mail/account-mailer.service.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { ChangedMeanwhile } from '../common/entity-tag.js';
import { ValidationProblem } from '../common/problem.js';
import { unavailableAware } from '../database/sql.js';
import { type Account, emailPlace } from '../identity/account.entity.js';
import {
  AccountsService,
  AddressTaken,
  canonicalEmail,
  isUniqueViolation,
} from '../identity/accounts.service.js';
import type { Acting } from '../identity/acting.js';
import { AccountLinks } from '../identity/links/account-links.service.js';
import { maskEmail } from '../identity/mask-email.js';
import { requireRecentSignIn } from '../identity/recent-sign-in.js';
import { SessionsService } from '../identity/sessions.service.js';
import { PersonalData } from '../keys/personal-data.service.js';
import { permissionsOfRoles, roleKeyOf } from '../roles/assigned-roles.js';
import { rolesToGive } from '../roles/given-roles.js';
import { requireAnotherAdministrator } from '../roles/last-administrator.js';
import { requireAllOf } from '../roles/permission-grants.js';
import { type UserChange, UserChanges, writeColumns } from './user-changes.service.js';
import { toMailedLink, toSentInvitation } from './user-links.service.js';
import { UserSummaries } from './user-summaries.service.js';

/** Users one by one: shown, made and changed by administrators. */
@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: UserChanges,
    private readonly summaries: UserSummaries,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly links: AccountLinks,
    private readonly mailer: AccountMailer,
    private readonly personalData: PersonalData,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundException */
  async find(tenantId: string, id: string): Promise<UserDetails> {
    const account = await this.require(tenantId, id);
    return unavailableAware(() => this.summaries.details(tenantId, account));
  }

  /**
   * The account waits for the invited person, who chooses the password. The link of the invitation is in the answer.
   * @throws AddressTaken, ValidationProblem, PermissionsMissing
   */
  async create(tenantId: string, acting: Acting, input: CreateUserDto): Promise<SavedUser> {
    const { actor, principal } = acting;
    const displayName = String(normaliseLine(input.displayName));
    const roleKeys = input.roles.map(roleKeyOf);
    const account = await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const roles = await rolesToGive(manager, tenantId, roleKeys, 'roles');
        requireAllOf(principal, permissionsOfRoles(roles));
        const made = await this.accounts.create(manager, tenantId, {
          ...{
            email: input.email,
            displayName,
            status: 'invited',
            passwordHash: null,
            emailConfirmed: false,
          },
          ...{ roleKeys, createdBy: principal.accountId },
        });
        const email = maskEmail(canonicalEmail(input.email));
        const after = { displayName, email, roles: roles.map(({ name }) => name) };
        const target = { kind: 'account', id: made.id };
        await this.auditLog.record(tenantId, actor, { action: 'user.create', target, after }, manager);
        return made;
      }),
    );
    const sent =
      input.sendInvitation === false ? null : await this.links.sendInvitation(tenantId, actor, account);
    const user = await this.find(tenantId, account.id);
    return { user, invitation: sent && toSentInvitation(sent), confirmation: null };
  }

  /**
   * A new address is unconfirmed, ends the user's sessions, and is sent the link that proves it; the old one is told.
   * @throws NotFoundException, ChangedMeanwhile, AddressTaken, ValidationProblem, LastAdministrator, PermissionsMissing,
   * RecentSignInMissing and ForPeopleOnly for a new address
   */
  async update(
    tenantId: string,
    acting: Acting,
    id: string,
    expectedVersion: number,
    input: UpdateUserDto,
  ): Promise<SavedUser> {
    const moved = await this.changes.run(tenantId, acting, id, async (change) => {
      const { account } = change;
      if (account.version !== expectedVersion) throw new ChangedMeanwhile();
      const displayName = String(normaliseLine(input.displayName ?? account.displayName));
      const oldEmail = await this.accounts.emailOf(tenantId, account);
      const newEmail = canonicalEmail(input.email ?? oldEmail);
      const moves = oldEmail.toLowerCase() !== newEmail.toLowerCase();
      if (moves) requireRecentSignIn(acting.principal, this.clock.now());
      if (moves) await this.move(acting, change, oldEmail, newEmail);
      await writeColumns(change, { displayName });
      await change.record({
        action: 'user.change',
        before: { displayName: account.displayName, ...(moves ? { email: maskEmail(oldEmail) } : {}) },
        after: { displayName, ...(moves ? { email: maskEmail(newEmail) } : {}) },
      });
      return moves;
    });
    if (moved) this.mailer.wake();
    const links = moved
      ? await this.sendProof(tenantId, acting, id)
      : { invitation: null, confirmation: null };
    return { user: await this.find(tenantId, id), ...links };
  }

  private async move(acting: Acting, change: UserChange, oldEmail: string, newEmail: string): Promise<void> {
    const { manager, account } = change;
    const { id, tenantId } = account;
    if (id === acting.principal.accountId)
      throw new ValidationProblem([{ field: 'email', message: USER_TEXTS.ownEmail }]);
    await requireAnotherAdministrator(manager, tenantId, id);
    const columns = {
      email: await this.personalData.encrypt(tenantId, emailPlace(id), newEmail),
      emailKey: await this.personalData.lookupKey(tenantId, newEmail),
      emailConfirmedAt: null,
    };
    try {
      await writeColumns(change, columns);
    } catch (error) {
      throw isUniqueViolation(error) ? new AddressTaken() : error;
    }
    await this.sessions.endAll(manager, tenantId, id);
    await this.links.revokeAll(manager, tenantId, id);
    await this.mailer.postNews(manager, tenantId, account, 'email-changed', { to: oldEmail });
  }

  private async sendProof(
    tenantId: string,
    { actor }: Acting,
    id: string,
  ): Promise<Pick<SavedUser, 'invitation' | 'confirmation'>> {
    const account = await this.require(tenantId, id);
    if (account.status === 'disabled') return { invitation: null, confirmation: null };
    if (account.status === 'active') {
      const sent = await this.links.sendConfirmation(tenantId, actor, account);
      return { invitation: null, confirmation: toMailedLink(sent) };
    }
    const sent = await this.links.sendInvitation(tenantId, actor, account);
    return { invitation: toSentInvitation(sent), confirmation: null };
  }

  private async require(tenantId: string, id: string): Promise<Account> {
    const account = await this.accounts.find(tenantId, id);
    if (!account) throw new NotFoundException();
    return account;
  }
}
