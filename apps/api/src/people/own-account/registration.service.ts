import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { RegisterDto } from '@sitedesk/contract/account.dto';
import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { problemCode } from '@sitedesk/contract/problems';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AccountEmailService } from '../account-emails/account-email.service.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { emailPlace } from '../../platform/http/principal.js';
import { ProblemException } from '../../platform/http/problem.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { Account } from '../accounts/account.entity.js';
import { AccountPreferences } from '../accounts/account-preferences.entity.js';
import { AccountsService, AddressTaken, canonicalEmail } from '../accounts/accounts.service.js';
import { readIdentitySettings } from '../accounts/identity-settings.js';
import { maskEmail } from '../accounts/mask-email.js';
import { AccountLinksService } from '../links/account-links.service.js';
import { type LiveLink, LinkStore } from '../links/link-store.js';
import { constantTime } from '../sign-in/constant-time.js';
import { PasswordRulesService } from '../passwords/password-rules.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';

/** Nobody could confirm an address, because no email can leave (409); the same for every address. */
export class EmailNotConfigured extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, problemCode('email-not-configured'), IDENTITY_TEXTS.emailNotConfigured);
  }
}

/**
 * Strangers who create an account where the site allows it, which opens when the address is confirmed; and the links that
 * prove an address: a new account's, or the one that an account is to have from now on.
 */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly accounts: AccountsService,
    private readonly rules: PasswordRulesService,
    private readonly hasher: PasswordHasher,
    private readonly links: AccountLinksService,
    private readonly store: LinkStore,
    private readonly mailer: AccountEmailService,
    private readonly personalData: PersonalDataService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The same for known and unknown addresses; a holder of an account gets an email instead.
   * @throws NotFoundException where registration is off, EmailNotConfigured, ValidationProblem, TooManyHashesException
   */
  async register(context: RequestContext, input: RegisterDto): Promise<void> {
    const { tenantId } = context;
    const { allowRegistration } = await this.settings.read(tenantId, readIdentitySettings);
    if (!allowRegistration) throw new NotFoundException();
    if ((await this.links.problem(tenantId)) !== undefined) throw new EmailNotConfigured();
    await this.rules.require(tenantId, input.password, input.email);
    const passwordHash = await this.hasher.hash(input.password);
    await constantTime(() => this.createOrNotify(context, input, passwordHash));
  }

  private async createOrNotify(
    context: RequestContext,
    input: RegisterDto,
    passwordHash: string,
  ): Promise<void> {
    const { tenantId } = context;
    const known = await this.accounts.findByEmail(tenantId, input.email);
    if (known) return this.notifyKnown(context, known);
    const made = await this.make(context, input, passwordHash);
    // Of two requests for an address at the same moment the first one's mail is enough.
    if (made) await this.links.request(tenantId, made, 'confirm-email');
  }

  private make(
    context: RequestContext,
    input: RegisterDto,
    passwordHash: string,
  ): Promise<Account | undefined> {
    const { email } = input;
    const displayName = String(normaliseLine(input.displayName));
    return this.manager
      .transaction(async (manager) => {
        const account = await this.accounts.create(manager, context.tenantId, {
          email,
          displayName,
          passwordHash,
          status: 'active',
          emailConfirmed: false,
          roleKeys: ['Authenticated'],
        });
        const { id: accountId, tenantId } = account;
        if (input.locale)
          await manager.insert(AccountPreferences, { tenantId, accountId, browserLocale: input.locale });
        const target = { kind: 'account', id: accountId };
        await this.auditLog.record(context, { action: 'account.register', target }, manager);
        return account;
      })
      .catch((error: unknown) => {
        if (error instanceof AddressTaken) return undefined;
        throw error;
      });
  }

  /** The first password stays: it is not known whose hands the address is in before it is confirmed. */
  private async notifyKnown(context: RequestContext, account: Account): Promise<void> {
    const { tenantId } = context;
    const target = { kind: 'account', id: account.id };
    const event: AuditEvent = {
      action: 'account.register',
      outcome: 'refused',
      target,
      reason: 'known address',
    } as const;
    await this.auditLog.record(context, event);
    if (account.status === 'disabled') return;
    if (awaitsConfirmation(account)) return this.links.request(tenantId, account, 'confirm-email');
    await this.links.tellKnown(tenantId, account);
  }

  /** Sends the link again; says nothing about whether it did. */
  async resend(context: RequestContext, email: string): Promise<void> {
    const { tenantId } = context;
    await constantTime(async () => {
      const account = await this.accounts.findByEmail(tenantId, email);
      const due = account !== null && awaitsConfirmation(account);
      await this.auditLog.record(context, {
        action: 'account.confirmation-request',
        ...(account ? { target: { kind: 'account', id: account.id } } : {}),
        ...(due ? {} : { outcome: 'refused', reason: account ? 'nothing to confirm' : 'unknown address' }),
      });
      if (due) await this.links.request(tenantId, account, 'confirm-email');
    });
  }

  /**
   * Proves an address. Nobody is signed in by it.
   * @throws LinkRefused, AddressTaken when another account has got the new address in the meantime
   */
  async confirm(context: RequestContext, token: string): Promise<void> {
    const live = await this.store.find(context.tenantId, ['confirm-email', 'change-email'], token);
    await this.manager.transaction((manager) =>
      live.link.purpose === 'change-email'
        ? this.changeAddress(manager, context, live)
        : this.confirmAddress(manager, context, live),
    );
    this.mailer.wake();
  }

  private async confirmAddress(
    manager: EntityManager,
    context: RequestContext,
    { link }: LiveLink,
  ): Promise<void> {
    const { tenantId } = context;
    const { id } = await this.store.use(manager, tenantId, link);
    await manager.update(
      Account,
      { id, tenantId },
      { emailConfirmedAt: new Date(this.clock.now()), version: () => 'version + 1' },
    );
    const target = { kind: 'account', id };
    await this.auditLog.record(context, { action: 'account.confirm-email', target }, manager);
  }

  private async changeAddress(
    manager: EntityManager,
    context: RequestContext,
    { link }: LiveLink,
  ): Promise<void> {
    const { tenantId } = context;
    const account = await this.store.use(manager, tenantId, link);
    const { id } = account;
    const before = await this.accounts.emailOf(tenantId, account);
    const after = canonicalEmail(await this.store.newEmail(tenantId, link));
    const row = {
      email: await this.personalData.encrypt(tenantId, emailPlace(id), after),
      emailKey: await this.personalData.lookupKey(tenantId, after),
      emailConfirmedAt: new Date(this.clock.now()),
    };
    await manager
      .update(Account, { id, tenantId }, { ...row, version: () => 'version + 1' })
      .catch(duplicateAs(() => new AddressTaken()));
    await this.links.revokeAll(manager, tenantId, id);
    await this.mailer.postNotice(manager, tenantId, account, 'email-changed', { to: before });
    await this.auditLog.record(
      context,
      {
        action: 'account.change-email',
        target: { kind: 'account', id },
        before: { email: maskEmail(before) },
        after: { email: maskEmail(after) },
      },
      manager,
    );
  }
}

/** Whether an account has a password, and waits for its address to be confirmed. */
const awaitsConfirmation = ({ status, emailConfirmedAt }: Account): boolean =>
  status === 'active' && emailConfirmedAt === null;
