import { HttpStatus, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { problemCode } from '@sitedesk/contract/problems';
import { SETUP_TEXTS } from '@sitedesk/contract/setup';
import { randomBytes } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { type RequestContext, systemContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import { secretsEqual } from '../../platform/core/secrets-equal.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { type ResolvedTenant, TenantsService } from '../../platform/tenancy/tenants.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { PasswordRulesService } from '../passwords/password-rules.service.js';
import { readSetupAdministrator } from './setup-environment.js';
import { SetupState } from './setup-state.entity.js';

/** Who is to be the first administrator. */
export interface FirstAdministrator {
  readonly email: string;
  readonly password: string;
  readonly displayName?: string;
}

/** The first administrator exists, so setup never opens again (410). */
export class SetupClosed extends ProblemException {
  constructor() {
    super(HttpStatus.GONE, problemCode('setup-closed'), SETUP_TEXTS.closed);
  }
}

const codePlace = (tenantId: string): string => `setup_state/code/${tenantId}`;

/**
 * First run: without an administrator a tenant waits for the person who knows its one-time code, which is told
 * where the product was started; or for the administrator that the environment names.
 */
@Injectable()
export class SetupService implements OnApplicationBootstrap {
  constructor(
    private readonly manager: EntityManager,
    private readonly tenants: TenantsService,
    private readonly accounts: AccountsService,
    private readonly hasher: PasswordHasher,
    private readonly rules: PasswordRulesService,
    private readonly personalData: PersonalDataService,
    private readonly auditLog: AuditLogService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const administrator = this.runtime.env.of(readSetupAdministrator);
    const tenant = administrator && (await this.onlyTenant());
    if (!tenant || !(await this.isOpen(tenant.id))) return;
    const { password, email } = administrator;
    await this.rules.require(tenant.id, password, email, { field: 'SETUP_ADMIN_PASSWORD' });
    await this.makeAdministrator(systemContext(tenant.id, 'environment'), administrator);
    this.log.info({ event: 'setup.administrator_made', tenantId: tenant.id });
  }

  async isOpen(tenantId: string): Promise<boolean> {
    const state = await this.manager.findOneBy(SetupState, { tenantId });
    return state === null || state.closedAt === null;
  }

  /** The code of the one tenant under single tenancy; among several, each is asked for by name on the command line. */
  async onlyCode(): Promise<string | undefined> {
    const tenant = await this.onlyTenant();
    return tenant && (await this.isOpen(tenant.id)) ? this.code(tenant.id) : undefined;
  }

  /** The one-time code of a tenant that waits for its first administrator, created when there is none yet. */
  async code(tenantId: string): Promise<string | undefined> {
    const { manager } = this;
    const code = await this.personalData.encrypt(tenantId, codePlace(tenantId), newSetupCode());
    await manager
      .createQueryBuilder()
      .insert()
      .into(SetupState)
      .values({ tenantId, code })
      .orIgnore()
      .execute();
    const state = await manager.findOneByOrFail(SetupState, { tenantId });
    if (state.closedAt !== null || state.code === null) return undefined;
    return this.personalData.decrypt(tenantId, codePlace(tenantId), state.code);
  }

  /** @throws SetupClosed, ValidationProblem */
  async finish(
    context: RequestContext,
    { code, ...administrator }: FirstAdministrator & { readonly code: string },
  ): Promise<void> {
    const { tenantId } = context;
    await this.requireCode(tenantId, code);
    await this.rules.require(tenantId, administrator.password, administrator.email);
    await this.makeAdministrator(context, administrator, { asksOn: true });
  }

  /** Whether it is the code that was printed, before the rest is typed. @throws SetupClosed, ValidationProblem */
  async requireCode(tenantId: string, code: string): Promise<void> {
    if (!(await this.isOpen(tenantId))) throw new SetupClosed();
    const expected = await this.code(tenantId);
    if (expected === undefined) throw new SetupClosed();
    if (!secretsEqual(comparable(code), comparable(expected))) {
      throw ValidationProblem.at('code', IDENTITY_TEXTS.setupCodeWrong);
    }
  }

  private async onlyTenant(): Promise<ResolvedTenant | undefined> {
    return this.runtime.env.tenancy === 'single' ? this.tenants.resolve('') : undefined;
  }

  private async makeAdministrator(
    context: RequestContext,
    person: FirstAdministrator,
    { asksOn = false }: { readonly asksOn?: boolean } = {},
  ): Promise<void> {
    const { tenantId } = context;
    const passwordHash = await this.hasher.hash(person.password);
    await this.manager.transaction(async (manager) => {
      await this.close(manager, tenantId);
      if (asksOn) await manager.update(SetupState, { tenantId }, { steps: {} });
      const account = await this.accounts.create(manager, tenantId, {
        email: person.email,
        displayName: person.displayName ?? 'Administrator',
        status: 'active',
        passwordHash,
        emailConfirmed: true,
        roleKeys: ['Administrator'],
      });
      const target = { kind: 'account', id: account.id };
      await this.auditLog.record(context, { action: 'setup.finish', target }, manager);
    });
  }

  /**
   * Closes the set-up permanently, as part of making the first administrator by another way.
   * @throws SetupClosed; of two who try at once, the second waits here and finds it closed
   */
  async close(manager: EntityManager, tenantId: string): Promise<void> {
    const closedAt = new Date(this.clock.now());
    await manager.createQueryBuilder().insert().into(SetupState).values({ tenantId }).orIgnore().execute();
    const { affected } = await manager
      .createQueryBuilder()
      .update(SetupState)
      .set({ closedAt, code: null })
      .where('tenantId = :tenantId AND closedAt IS NULL', { tenantId })
      .execute();
    if (affected !== 1) throw new SetupClosed();
  }
}

/** Twenty characters without look-alikes: 96 bits. */
function newSetupCode(): string {
  const alphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789';
  const letters = [...randomBytes(20)].map((byte) => alphabet[byte % alphabet.length]);
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-');
}

/** As it was meant: the case and the dashes do not count. */
const comparable = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');
