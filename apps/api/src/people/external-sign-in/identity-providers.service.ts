import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { AuditAction } from '@sitedesk/contract/audit';
import {
  type IdentityProviderView,
  PROVIDER_CHECK_TEXTS,
  type ProviderCheck,
  type SignInOptions,
} from '@sitedesk/contract/external-sign-in';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { worded } from '@sitedesk/contract/messages';
import { isBuiltInRole, type Permission, permissionsOf } from '@sitedesk/contract/permissions';
import type { IdentityProviderDto } from '@sitedesk/contract/external-sign-in.dto';
import { isId } from '@sitedesk/contract/rules';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import type { CallerContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { newId } from '../../platform/core/id.js';
import { pick } from '../../platform/core/pick.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { requireAllOf } from '../../platform/http/permission-grants.js';
import { Role } from '../roles/role.entity.js';
import { SettingInvalidError } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { SteeringService } from '../../platform/settings/steering.service.js';
import { readIdentitySettings } from '../accounts/identity-settings.js';
import { isSecure } from '../sessions/session-cookie.js';
import { EditorAddressService } from '../links/editor-address.service.js';
import { GroupRoleMapping } from './group-role-mapping.entity.js';
import { clientSecretPlace, IdentityProvider } from './identity-provider.entity.js';
import { discoveryFault, OidcClient } from './oidc-client.js';
import { GroupRolesService, type Withdrawn } from './group-roles.service.js';

/** The providers of a tenant, and which groups stand for which roles. */
@Injectable()
export class IdentityProvidersService {
  constructor(
    private readonly manager: EntityManager,
    private readonly client: OidcClient,
    private readonly groupRoles: GroupRolesService,
    private readonly addresses: EditorAddressService,
    private readonly personalData: PersonalDataService,
    private readonly settings: SettingsService,
    private readonly steering: SteeringService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** All of them: a site has a handful. */
  async list(tenantId: string): Promise<readonly IdentityProviderView[]> {
    const rows = await this.manager.find(IdentityProvider, {
      where: { tenantId },
      order: { name: 'ASC', id: 'ASC' },
    });
    return Promise.all(rows.map((row) => this.view(row)));
  }

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<Versioned<IdentityProviderView>> {
    const row = await this.manager.findOneBy(IdentityProvider, { tenantId, id });
    if (!row) throw new NotFoundException();
    return new Versioned(await this.view(row), row.version);
  }

  /** @throws NotFoundException */
  async require(tenantId: string, id: string): Promise<IdentityProvider> {
    const row = await this.manager.findOneBy(IdentityProvider, { tenantId, id });
    if (!row) throw new NotFoundException();
    return row;
  }

  async options(tenantId: string): Promise<SignInOptions> {
    const where = { tenantId, enabled: true };
    const rows = await this.manager.find(IdentityProvider, { where, order: { name: 'ASC', id: 'ASC' } });
    const registration = await this.allowsRegistration(tenantId);
    const providers = rows.map(({ id, name, preset }) => ({ id, name, preset }));
    return { providers, registration, httpsOnly: isSecure(this.runtime) };
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

  /** Where providers send browsers back to: from the configuration, never from a request. */
  async redirectUri(tenantId: string): Promise<string | null> {
    const address = await this.addresses.of(tenantId);
    return 'url' in address ? `${address.url}${EDITOR_PATH}/external/callback` : null;
  }

  /** @throws ValidationProblem; PermissionsMissing when a group is to get a role that allows more than who maps it may do */
  async create(context: CallerContext, input: IdentityProviderDto): Promise<Versioned<IdentityProviderView>> {
    const { tenantId } = context;
    const id = newId();
    const secret = input.clientSecret ?? null;
    const row = this.manager.create(IdentityProvider, {
      id,
      tenantId,
      createdAt: new Date(this.clock.now()),
      version: 1,
      ...columnsOf(input),
      clientSecret: secret === null ? null : await this.seal(tenantId, id, secret),
    });
    await this.writing(async (manager) => {
      await manager.insert(IdentityProvider, row);
      await this.replaceMappings(manager, context, row, input);
      await this.announce(manager, context, row);
      await this.auditLog.record(context, event('identity-provider.create', row), manager);
    });
    return new Versioned(await this.view(row), row.version);
  }

  /** @throws NotFoundException, VersionConflict, ValidationProblem, PermissionsMissing, LastAdministrator */
  async replace(
    context: CallerContext,
    id: string,
    version: number,
    input: IdentityProviderDto,
  ): Promise<Versioned<IdentityProviderView>> {
    const { tenantId } = context;
    const row = await this.writing(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const before = await manager.findOne(IdentityProvider, { where: { tenantId, id }, lock });
      if (!before) throw new NotFoundException();
      if (before.version !== version) throw new VersionConflict();
      const clientSecret = await this.secretAfter(before, input);
      const columns = { ...columnsOf(input), clientSecret, version: version + 1 };
      await manager.update(IdentityProvider, { tenantId, id }, columns);
      const after = { ...before, ...columns };
      const isRisky = Boolean(input.mappings) || changesWhoIsMeant(before, after);
      if (isRisky) await this.requireWhatGroupsGive(manager, context, id);
      if (isRisky) await this.announce(manager, context, after);
      await this.replaceMappings(manager, context, after, input);
      const withdrawn = await this.groupRoles.afterChange(manager, before, after);
      const change = event('identity-provider.change', after, before, withdrawn);
      await this.auditLog.record(context, change, manager);
      return after;
    });
    this.client.forget(id);
    return new Versioned(await this.view(row), row.version);
  }

  /**
   * Takes identities, their sessions, and mapped roles along.
   * @throws NotFoundException, PermissionsMissing, LastAdministrator
   */
  async delete(context: CallerContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.writing(async (manager) => {
      const before = await manager.findOneBy(IdentityProvider, { tenantId, id });
      if (!before) throw new NotFoundException();
      await this.requireWhatGroupsGive(manager, context, id);
      const withdrawn = await this.groupRoles.beforeDeletion(manager, before);
      await this.announce(manager, context, before);
      await manager.delete(IdentityProvider, { tenantId, id });
      const deletion = event('identity-provider.delete', before, undefined, withdrawn);
      await this.auditLog.record(context, deletion, manager);
    });
    this.client.forget(id);
  }

  /** Reads the provider's discovery document now. @throws NotFoundException */
  async check(tenantId: string, id: string): Promise<ProviderCheck> {
    const row = await this.manager.findOneBy(IdentityProvider, { tenantId, id });
    if (!row) throw new NotFoundException();
    this.client.forget(id);
    try {
      await this.client.configuration(row);
      return { ok: true, ...worded('detail', null) };
    } catch (error) {
      const fault = PROVIDER_CHECK_TEXTS.failed({ words: discoveryFault(error) });
      return { ok: false, ...worded('detail', fault) };
    }
  }

  /** Another issuer never gets the secret of the one before. */
  private async secretAfter(before: IdentityProvider, input: IdentityProviderDto): Promise<string | null> {
    if (input.clientSecret === null) return null;
    if (input.clientSecret !== undefined) return this.seal(before.tenantId, before.id, input.clientSecret);
    return before.issuer === input.issuer ? before.clientSecret : null;
  }

  private seal(tenantId: string, id: string, secret: string): Promise<string> {
    return this.personalData.encrypt(tenantId, clientSecretPlace(id), secret);
  }

  private announce(
    manager: EntityManager,
    context: CallerContext,
    { name }: IdentityProvider,
  ): Promise<void> {
    const what = { en: `Sign-in provider “${name}”`, de: `Anmeldedienst „${name}“` };
    return this.steering.changed(manager, { context, steering: 'sign-in', what });
  }

  private async replaceMappings(
    manager: EntityManager,
    context: CallerContext,
    { id: providerId, tenantId }: IdentityProvider,
    { mappings }: IdentityProviderDto,
  ): Promise<void> {
    if (!mappings) return; // left out, or null: they stay
    await manager.delete(GroupRoleMapping, { tenantId, providerId });
    const rows = new Map<string, Pick<GroupRoleMapping, 'groupId' | 'roleKey' | 'roleId'>>();
    for (const [index, { groupId, role }] of mappings.entries()) {
      const { roleId, permissions } = await this.requireRole(manager, tenantId, role, index);
      requireAllOf(context.caller, permissions);
      rows.set(`${groupId}/${role}`, { groupId, roleKey: role, roleId });
    }
    if (rows.size > 0) {
      await manager.insert(
        GroupRoleMapping,
        [...rows.values()].map((row) => ({ ...row, tenantId, providerId })),
      );
    }
  }

  /**
   * A provider's groups give and take roles. Another issuer, client, group claim or directory address decides anew who is
   * in them: so all that needs the permissions of every mapping, just as adding the mappings did.
   * @throws PermissionsMissing
   */
  private async requireWhatGroupsGive(
    manager: EntityManager,
    { tenantId, caller }: CallerContext,
    providerId: string,
  ): Promise<void> {
    const mappings = await manager.findBy(GroupRoleMapping, { tenantId, providerId });
    for (const [index, { roleKey }] of mappings.entries()) {
      const { permissions } = await this.requireRole(manager, tenantId, roleKey, index);
      requireAllOf(caller, permissions);
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
    throw new ValidationProblem([{ field: `mappings.${index}.role`, message: 'This role doesn’t exist.' }]);
  }

  private async view(row: IdentityProvider): Promise<IdentityProviderView> {
    const { id, tenantId } = row;
    const mappings = await this.manager.find(GroupRoleMapping, {
      where: { tenantId, providerId: id },
      order: { groupId: 'ASC', roleKey: 'ASC' },
    });
    return {
      id,
      ...pick(row, COLUMNS),
      clientSecret: { isSet: row.clientSecret !== null },
      mappings: mappings.map(({ groupId, roleKey }) => ({ groupId, role: roleKey })),
      redirectUri: await this.redirectUri(tenantId),
    };
  }

  private writing<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.manager.transaction(work);
  }
}

/** What people set and see. */
const COLUMNS = [
  'name',
  'preset',
  'issuer',
  'clientId',
  'scopes',
  'groupClaim',
  'directoryUrl',
  'allowSignUp',
  'enabled',
] as const satisfies readonly (keyof IdentityProvider)[];

function columnsOf(input: IdentityProviderDto): Pick<IdentityProvider, (typeof COLUMNS)[number]> {
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

const LABELS: readonly string[] = ['name', 'preset'] satisfies (keyof IdentityProvider)[];

/** Whether a change may bring other people in, or others into a group. */
const changesWhoIsMeant = (before: IdentityProvider, after: IdentityProvider): boolean =>
  before.clientSecret !== after.clientSecret ||
  COLUMNS.some((column) => !LABELS.includes(column) && !isDeepStrictEqual(before[column], after[column]));

const shown = (provider: IdentityProvider): Record<string, unknown> =>
  pick(provider, ['name', 'issuer', 'clientId', 'groupClaim', 'allowSignUp', 'enabled']);

const event = (
  action: AuditAction,
  after: IdentityProvider,
  before?: IdentityProvider,
  withdrawn?: Withdrawn,
): AuditEvent => ({
  action,
  target: { kind: 'identity-provider', id: after.id },
  ...(before ? { before: shown(before) } : {}),
  after: { ...shown(after), ...withdrawn },
});
