import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import { normaliseLine, type RegisterDto } from '@sitedesk/contract/dto';
import { DataSource } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { ProblemException } from '../../common/problem.js';
import { unavailableAware } from '../../database/sql.js';
import { SettingsService } from '../../settings/settings.service.js';
import type { Account } from '../account.entity.js';
import { AccountsService, AddressTaken } from '../accounts.service.js';
import { readIdentitySettings } from '../identity-settings.js';
import { AccountLinks } from '../links/account-links.service.js';
import { neutrally } from '../neutral-answer.js';
import { PasswordRules } from '../password-rules.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';

/** Nobody could confirm an address, because no mail can leave (409); the same for every address. */
export class MailNotConfigured extends ProblemException {
  constructor() {
    super(
      HttpStatus.CONFLICT,
      'mail-not-configured',
      'This is not possible now, because this site cannot send mail.',
    );
  }
}

/** Strangers who make themselves an account, where the site allows it. It opens when the address is confirmed (ID-15). */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: SettingsService,
    private readonly accounts: AccountsService,
    private readonly rules: PasswordRules,
    private readonly hasher: PasswordHasher,
    private readonly links: AccountLinks,
    private readonly auditLog: AuditLog,
  ) {}

  /**
   * The same for known and unknown addresses (ID-06); who has an account already is told so by mail.
   * @throws NotFoundException where registration is off, MailNotConfigured, ValidationProblem, TooManyHashesException
   */
  async register(tenantId: string, actor: Actor, input: RegisterDto): Promise<void> {
    const { allowRegistration } = await this.settings.read(tenantId, readIdentitySettings);
    if (!allowRegistration) throw new NotFoundException();
    if ((await this.links.problem(tenantId)) !== undefined) throw new MailNotConfigured();
    await this.rules.require(tenantId, input.password, input.email);
    const passwordHash = await this.hasher.hash(input.password);
    await neutrally(() => this.makeOrTell(tenantId, actor, input, passwordHash));
  }

  private async makeOrTell(
    tenantId: string,
    actor: Actor,
    input: RegisterDto,
    passwordHash: string,
  ): Promise<void> {
    const known = await this.accounts.findByEmail(tenantId, input.email);
    if (known) return this.tellKnown(tenantId, actor, known);
    const made = await this.make(tenantId, actor, input, passwordHash);
    // Of two requests for an address at the same moment the first one's mail is enough.
    if (made) await this.links.request(tenantId, made, 'confirm-email');
  }

  private make(
    tenantId: string,
    actor: Actor,
    input: RegisterDto,
    passwordHash: string,
  ): Promise<Account | undefined> {
    const { email } = input;
    const displayName = String(normaliseLine(input.displayName));
    return unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const account = await this.accounts.create(manager, tenantId, {
          ...{ email, displayName, passwordHash, status: 'active', emailConfirmed: false },
          roleKeys: ['Authenticated'],
        });
        const target = { kind: 'account', id: account.id };
        await this.auditLog.record(tenantId, actor, { action: 'account.register', target }, manager);
        return account;
      }),
    ).catch((error: unknown) => {
      if (error instanceof AddressTaken) return undefined;
      throw error;
    });
  }

  /** The first password stays: it is not known whose hands the address is in before it is confirmed. */
  private async tellKnown(tenantId: string, actor: Actor, account: Account): Promise<void> {
    const target = { kind: 'account', id: account.id };
    const event = {
      action: 'account.register',
      outcome: 'refused',
      target,
      reason: 'known address',
    } as const;
    await this.auditLog.record(tenantId, actor, event);
    if (account.status === 'disabled') return;
    if (awaitsConfirmation(account)) return this.links.request(tenantId, account, 'confirm-email');
    await this.links.tellKnown(tenantId, account);
  }
}

/** Whether an account has a password, and waits for its address to be confirmed. */
export const awaitsConfirmation = ({ status, emailConfirmedAt }: Account): boolean =>
  status === 'active' && emailConfirmedAt === null;
