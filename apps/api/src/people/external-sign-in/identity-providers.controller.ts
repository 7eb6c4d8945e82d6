import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { PRESET_VALUES, type ProviderPresets } from '@sitedesk/contract/external-sign-in';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { IdentityProviderDto } from '@sitedesk/contract/external-sign-in.dto';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { IdParam, JsonBody } from '../../platform/http/request-input.js';
import { IdentityProvidersService } from './identity-providers.service.js';

/** Two hundred group mappings. */
const LIMITS = { maxBytes: 256 * 1024, maxKeys: 512 } as const;

/** The site's providers for external sign-in. Anyone who can change them can let anyone in: that needs a fresh sign-in. */
@Controller(`${EDITOR_PATH}/identity-providers`)
@RequirePermission('settings.manage')
export class IdentityProvidersController {
  constructor(private readonly providers: IdentityProvidersService) {}

  /** List sign-in providers. */
  @Get()
  async list(@TenantId() tenantId: string) {
    return { items: await this.providers.list(tenantId) };
  }

  /** List presets for sign-in providers. */
  @Get('presets')
  async presets(@TenantId() tenantId: string): Promise<ProviderPresets> {
    return { items: PRESET_VALUES, redirectUri: await this.providers.redirectUri(tenantId) };
  }

  /** Get a sign-in provider. */
  @Get(':id')
  @SendsEntityTag()
  get(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.providers.get(tenantId, id);
  }

  /** Create a sign-in provider. */
  @Post()
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('identity-provider.create')
  create(@Context() context: CallerContext, @JsonBody(LIMITS) input: IdentityProviderDto) {
    return this.providers.create(context, input);
  }

  /** Change a sign-in provider. */
  @Put(':id')
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('identity-provider.change')
  replace(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody(LIMITS) input: IdentityProviderDto,
  ) {
    return this.providers.replace(context, id, version, input);
  }

  /** Delete a sign-in provider. */
  @Delete(':id')
  @RecentSignIn()
  @Audited('identity-provider.delete')
  @HttpCode(204)
  async delete(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.providers.delete(context, id);
  }

  /** Check a sign-in provider. */
  @Action(':id/check')
  @Audited('identity-provider.check')
  check(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.providers.check(tenantId, id);
  }
}
