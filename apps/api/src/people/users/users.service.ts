import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { type SavedUser, USER_TEXTS, type UserDetails } from '@sitedesk/contract/users';
import { normaliseLine } from '@sitedesk/contract/text';
import type { CreateUserDto, UpdateUserDto } from '@sitedesk/contract/users.dto';
import { EntityManager } from 'typeorm';
import { AccountEmailService } from '../account-emails/account-email.service.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { type Account } from '../accounts/account.entity.js';
import { AccountsService, AddressTaken, canonicalEmail } from '../accounts/accounts.service.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { AccountLinksService } from '../links/account-links.service.js';
import { maskEmail } from '../accounts/mask-email.js';
import { requireRecentSignIn } from '../../platform/http/access-refusals.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { permissionsOfRoles, roleKeyOf } from '../roles/assigned-roles.js';
import { rolesToGive } from '../roles/given-roles.js';
import { requireAnotherAdministrator } from '../roles/last-administrator.js';
import { requireAllOf } from '../../platform/http/permission-grants.js';
import { type UserChange, UserChangesService, writeColumns } from './user-changes.service.js';
import { toEmailedLink, toSentInvitation } from './user-links.service.js';
import { UserSummariesService } from './user-summaries.service.js';
import { emailPlace } from '../../platform/http/principal.js';

/** Users one by one: shown, created and changed by administrators. */
@Injectable()
export class UsersService {
  constructor(
    private readonly manager: EntityManager,
    private readonly changes: UserChangesService,
    private readonly summaries: UserSummariesService,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly links: AccountLinksService,
    private readonly mailer: AccountEmailService,
    private readonly personalData: PersonalDataService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundException */
  async find(tenantId: string, id: string): Promise<UserDetails> {
    const account = await this.require(tenantId, id);
    return this.summaries.details(tenantId, account);
  }

  /**
   * The account waits for the invited person, who chooses the password. The link of the invitation is in the answer, so that
   * inviting someone with roles is as risky as assigning them.
   * @throws AddressTaken, ValidationProblem, PermissionsMissing, RecentSignInMissing, SessionRequired
   */
  async create(context: CallerContext, input: CreateUserDto): Promise<Versioned<SavedUser>> {
    const { tenantId } = context;
    const displayName = String(normaliseLine(input.displayName));
    const roleKeys = input.roles.map(roleKeyOf);
    if (roleKeys.length > 0) requireRecentSignIn(context.caller, this.clock.now());
    const account = await this.manager.transaction(async (manager) => {
      const roles = await rolesToGive(manager, tenantId, roleKeys, 'roles');
      requireAllOf(context.caller, permissionsOfRoles(roles));
      const made = await this.accounts.create(manager, tenantId, {
        email: input.email,
        displayName,
        status: 'invited',
        passwordHash: null,
        emailConfirmed: false,
        roleKeys,
        createdBy: context.caller.accountId,
      });
      const email = maskEmail(canonicalEmail(input.email));
      const after = { displayName, email, roles: roles.map(({ name }) => name) };
      const target = { kind: 'account', id: made.id };
      await this.auditLog.record(context, { action: 'user.create', target, after }, manager);
      return made;
    });
    const sent = input.sendInvitation === false ? null : await this.links.sendInvitation(context, account);
    const user = await this.find(tenantId, account.id);
    const invitation = sent && toSentInvitation(sent);
    return new Versioned({ user, invitation, confirmation: null }, user.version);
  }

  /**
   * A new address is unconfirmed, ends the user's sessions, and gets the link that confirms it; the old one is notified.
   * @throws NotFoundException, VersionConflict, AddressTaken, ValidationProblem, LastAdministrator, PermissionsMissing,
   * RecentSignInMissing and SessionRequired for a new address
   */
  async update(
    context: CallerContext,
    id: string,
    expectedVersion: number,
    input: UpdateUserDto,
  ): Promise<Versioned<SavedUser>> {
    const { tenantId } = context;
    const moved = await this.changes.run(context, id, async (change) => {
      const { account } = change;
      if (account.version !== expectedVersion) throw new VersionConflict();
      const displayName = String(normaliseLine(input.displayName ?? account.displayName));
      const oldEmail = await this.accounts.emailOf(tenantId, account);
      const newEmail = canonicalEmail(input.email ?? oldEmail);
      const moves = oldEmail.toLowerCase() !== newEmail.toLowerCase();
      if (moves) requireRecentSignIn(context.caller, this.clock.now());
      if (moves) await this.move(context, change, oldEmail, newEmail);
      await writeColumns(change, { displayName });
      await change.record({
        action: 'user.change',
        before: { displayName: account.displayName, ...(moves ? { email: maskEmail(oldEmail) } : {}) },
        after: { displayName, ...(moves ? { email: maskEmail(newEmail) } : {}) },
      });
      return moves;
    });
    if (moved) this.mailer.wake();
    const links = moved ? await this.sendProof(context, id) : { invitation: null, confirmation: null };
    const user = await this.find(tenantId, id);
    return new Versioned({ user, ...links }, user.version);
  }

  private async move(
    context: CallerContext,
    change: UserChange,
    oldEmail: string,
    newEmail: string,
  ): Promise<void> {
    const { manager, account } = change;
    const { id, tenantId } = account;
    if (id === context.caller.accountId) throw ValidationProblem.at('email', USER_TEXTS.ownEmail);
    await requireAnotherAdministrator(manager, tenantId, id);
    const columns = {
      email: await this.personalData.encrypt(tenantId, emailPlace(id), newEmail),
      emailKey: await this.personalData.lookupKey(tenantId, newEmail),
      emailConfirmedAt: null,
    };
    await writeColumns(change, columns).catch(duplicateAs(() => new AddressTaken()));
    await this.sessions.endAll(manager, tenantId, id);
    await this.links.revokeAll(manager, tenantId, id);
    await this.mailer.postNotice(manager, tenantId, account, 'email-changed', { to: oldEmail });
  }

  private async sendProof(
    context: CallerContext,
    id: string,
  ): Promise<Pick<SavedUser, 'invitation' | 'confirmation'>> {
    const account = await this.require(context.tenantId, id);
    if (account.status === 'disabled') return { invitation: null, confirmation: null };
    if (account.status === 'active') {
      const sent = await this.links.sendConfirmation(context, account);
      return { invitation: null, confirmation: toEmailedLink(sent) };
    }
    const sent = await this.links.sendInvitation(context, account);
    return { invitation: toSentInvitation(sent), confirmation: null };
  }

  private async require(tenantId: string, id: string): Promise<Account> {
    const account = await this.accounts.find(tenantId, id);
    if (!account) throw new NotFoundException();
    return account;
  }
}
