import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  EDITOR_PATH,
  type IdentityProviderView,
  isBuiltInRole,
  type Permission,
  permissionsOf,
  type ProviderCheck,
  type SignInOptions,
} from '@sitedesk/contract';
import { type IdentityProviderDto, isId, normaliseLine } from '@sitedesk/contract/dto';
import { type EntityManager, Repository } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { ChangedMeanwhile } from '../../common/entity-tag.js';
import { newId } from '../../common/id.js';
import { ValidationProblem } from '../../common/problem.js';
import { unavailableAware } from '../../database/sql.js';
import { PersonalData } from '../../keys/personal-data.service.js';
import { requireAllOf } from '../../roles/permission-grants.js';
import { Role } from '../../roles/role.entity.js';
import { SettingInvalidError } from '../../settings/setting-values.js';
import { SettingsService } from '../../settings/settings.service.js';
import type { Acting } from '../acting.js';
import { readIdentitySettings } from '../identity-settings.js';
import { EditorAddresses } from '../links/editor-address.service.js';
import { GroupRoleMapping } from './group-role-mapping.entity.js';
import { clientSecretPlace, IdentityProvider } from './identity-provider.entity.js';
import { OidcClient } from './oidc-client.service.js';
import { ProviderWithdrawal, type Withdrawn } from './provider-withdrawal.service.js';

/** A provider, and the version that a form has to name when it saves. */
export interface VersionedProvider {
  readonly provider: IdentityProviderView;
  readonly version: number;
}

/** The providers of a tenant, and which groups stand for which roles. */
@Injectable()
export class IdentityProviders {
  constructor(
    @InjectRepository(IdentityProvider) private readonly rows: Repository<IdentityProvider>,
    private readonly client: OidcClient,
    private readonly withdrawal: ProviderWithdrawal,
    private readonly addresses: EditorAddresses,
    private readonly personalData: PersonalData,
    private readonly settings: SettingsService,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** All of them: a site has a handful. */
  async list(tenantId: string): Promise<readonly IdentityProviderView[]> {
    const rows = await unavailableAware(() =>
      this.rows.find({ where: { tenantId }, order: { name: 'ASC', id: 'ASC' } }),
    );
    return Promise.all(rows.map((row) => this.view(row)));
  }

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<VersionedProvider> {
    const row = await unavailableAware(() => this.rows.findOneBy({ tenantId, id }));
    if (!row) throw new NotFoundException();
    return { provider: await this.view(row), version: row.version };
  }

  /** @throws NotFoundException */
  async require(tenantId: string, id: string): Promise<IdentityProvider> {
    const row = await unavailableAware(() => this.rows.findOneBy({ tenantId, id }));
    if (!row) throw new NotFoundException();
    return row;
  }

  async options(tenantId: string): Promise<SignInOptions> {
    const where = { tenantId, enabled: true };
    const rows = await unavailableAware(() => this.rows.find({ where, order: { name: 'ASC', id: 'ASC' } }));
    const registration = await this.allowsRegistration(tenantId);
    return { providers: rows.map(({ id, name, preset }) => ({ id, name, preset })), registration };
  }

  /** A setting that is not valid must not close the door for those who have an account. */
  private async allowsRegistration(tenantId: string): Promise<boolean> {
    try {
      return (await this.settings.read(tenantId, readIdentitySettings)).allowRegistration;
    } catch (error) {
      if (error instanceof SettingInvalidError) return false;
      throw error;
    }
  }

  /** Where providers send browsers back to: from the configuration, never from a request (ID-08). */
  async redirectUri(tenantId: string): Promise<string | null> {
    const address = await this.addresses.of(tenantId);
    return 'url' in address ? `${address.url}${EDITOR_PATH}/external/callback` : null;
  }

  /** @throws ValidationProblem; PermissionsMissing when a group is to get a role that allows more than who maps it may do */
  async create(tenantId: string, acting: Acting, input: IdentityProviderDto): Promise<VersionedProvider> {
    const id = newId();
    const secret = input.clientSecret ?? null;
    const row = this.rows.create({
      ...{ id, tenantId, createdAt: new Date(this.clock.now()), version: 1 },
      ...columnsOf(input),
      clientSecret: secret === null ? null : await this.seal(tenantId, id, secret),
    });
    await this.writing(async (manager) => {
      await manager.insert(IdentityProvider, row);
      await this.replaceMappings(manager, acting, row, input);
      await this.auditLog.record(tenantId, acting.actor, event('identity-provider.create', row), manager);
    });
    return { provider: await this.view(row), version: row.version };
  }

  /** @throws NotFoundException, ChangedMeanwhile, ValidationProblem, PermissionsMissing, LastAdministrator */
  async replace(
    tenantId: string,
    acting: Acting,
    id: string,
    version: number,
    input: IdentityProviderDto,
  ): Promise<VersionedProvider> {
    const row = await this.writing(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const before = await manager.findOne(IdentityProvider, { where: { tenantId, id }, lock });
      if (!before) throw new NotFoundException();
      if (before.version !== version) throw new ChangedMeanwhile();
      const clientSecret = await this.secretAfter(before, input);
      const columns = { ...columnsOf(input), clientSecret, version: version + 1 };
      await manager.update(IdentityProvider, { tenantId, id }, columns);
      const after = { ...before, ...columns };
      await this.replaceMappings(manager, acting, after, input);
      const withdrawn = await this.withdrawal.after(manager, before, after);
      const change = event('identity-provider.change', after, before, withdrawn);
      await this.auditLog.record(tenantId, acting.actor, change, manager);
      return after;
    });
    this.client.forget(id);
    return { provider: await this.view(row), version: row.version };
  }

  /** Takes identities, their sessions, and mapped roles along. @throws NotFoundException, LastAdministrator */
  async delete(tenantId: string, actor: Actor, id: string): Promise<void> {
    await this.writing(async (manager) => {
      const before = await manager.findOneBy(IdentityProvider, { tenantId, id });
      if (!before) throw new NotFoundException();
      const withdrawn = await this.withdrawal.beforeDeletion(manager, before);
      await manager.delete(IdentityProvider, { tenantId, id });
      const deletion = event('identity-provider.delete', before, undefined, withdrawn);
      await this.auditLog.record(tenantId, actor, deletion, manager);
    });
    this.client.forget(id);
  }

  /** Reads the provider's discovery document now. @throws NotFoundException */
  async check(tenantId: string, id: string): Promise<ProviderCheck> {
    const row = await unavailableAware(() => this.rows.findOneBy({ tenantId, id }));
    if (!row) throw new NotFoundException();
    this.client.forget(id);
    try {
      await this.client.configuration(row);
      return { ok: true, detail: null };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      return { ok: false, detail: `${error instanceof Error ? error.message : String(error)}${cause}` };
    }
  }

  /** Another issuer never gets the secret of the one before (S-08). */
  private async secretAfter(before: IdentityProvider, input: IdentityProviderDto): Promise<string | null> {
    if (input.clientSecret === null) return null;
    if (input.clientSecret !== undefined) return this.seal(before.tenantId, before.id, input.clientSecret);
    return before.issuer === input.issuer ? before.clientSecret : null;
  }

  private seal(tenantId: string, id: string, secret: string): Promise<string> {
    return this.personalData.encrypt(tenantId, clientSecretPlace(id), secret);
  }

  private async replaceMappings(
    manager: EntityManager,
    { principal }: Acting,
    { id: providerId, tenantId }: IdentityProvider,
    { mappings }: IdentityProviderDto,
  ): Promise<void> {
    if (!mappings) return; // left out, or null: they stay
    await manager.delete(GroupRoleMapping, { tenantId, providerId });
    const rows = new Map<string, Pick<GroupRoleMapping, 'groupId' | 'roleKey' | 'roleId'>>();
    for (const [index, { groupId, role }] of mappings.entries()) {
      const { roleId, permissions } = await this.requireRole(manager, tenantId, role, index);
      requireAllOf(principal, permissions);
      rows.set(`${groupId}/${role}`, { groupId, roleKey: role, roleId });
    }
    if (rows.size > 0) {
      await manager.insert(
        GroupRoleMapping,
        [...rows.values()].map((row) => ({ ...row, tenantId, providerId })),
      );
    }
  }

  /** The id of a role of the tenant, null for a built-in one; and what it allows. */
  private async requireRole(
    manager: EntityManager,
    tenantId: string,
    role: string,
    index: number,
  ): Promise<{ readonly roleId: string | null; readonly permissions: readonly Permission[] }> {
    const reserved = role === 'Authenticated' || role === 'Anonymous';
    if (isBuiltInRole(role) && !reserved) return { roleId: null, permissions: [...permissionsOf(role)] };
    const own = isId(role) ? await manager.findOneBy(Role, { tenantId, id: role }) : null;
    if (own) return { roleId: own.id, permissions: own.permissions };
    throw new ValidationProblem([{ field: `mappings.${index}.role`, message: 'There is no such role.' }]);
  }

  private async view(row: IdentityProvider): Promise<IdentityProviderView> {
    const {
      id,
      tenantId,
      name,
      preset,
      issuer,
      clientId,
      scopes,
      groupClaim,
      directoryUrl,
      allowSignUp,
      enabled,
    } = row;
    const mappings = await unavailableAware(() =>
      this.rows.manager.find(GroupRoleMapping, {
        where: { tenantId, providerId: id },
        order: { groupId: 'ASC', roleKey: 'ASC' },
      }),
    );
    return {
      ...{ id, name, preset, issuer, clientId, scopes, groupClaim, directoryUrl, allowSignUp, enabled },
      clientSecret: { isSet: row.clientSecret !== null },
      mappings: mappings.map(({ groupId, roleKey }) => ({ groupId, role: roleKey })),
      redirectUri: await this.redirectUri(tenantId),
    };
  }

  private writing<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return unavailableAware(() => this.rows.manager.transaction(work));
  }
}

function columnsOf(
  input: IdentityProviderDto,
): Pick<
  IdentityProvider,
  | 'name'
  | 'preset'
  | 'issuer'
  | 'clientId'
  | 'scopes'
  | 'groupClaim'
  | 'directoryUrl'
  | 'allowSignUp'
  | 'enabled'
> {
  return {
    name: String(normaliseLine(input.name)),
    preset: input.preset,
    issuer: input.issuer,
    clientId: input.clientId,
    scopes: [...(input.scopes ?? [])],
    groupClaim: input.groupClaim ?? null,
    directoryUrl: input.directoryUrl ?? null,
    allowSignUp: input.allowSignUp ?? false,
    enabled: input.enabled ?? true,
  };
}

const shown = ({
  name,
  issuer,
  clientId,
  groupClaim,
  allowSignUp,
  enabled,
}: IdentityProvider): Record<string, unknown> => ({
  ...{ name, issuer, clientId, groupClaim, allowSignUp, enabled },
});

const event = (
  action: string,
  after: IdentityProvider,
  before?: IdentityProvider,
  withdrawn?: Withdrawn,
): Parameters<AuditLog['record']>[2] => ({
  action,
  target: { kind: 'identity-provider', id: after.id },
  ...(before ? { before: shown(before) } : {}),
  after: { ...shown(after), ...withdrawn },
});
