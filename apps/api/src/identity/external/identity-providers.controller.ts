import { Controller, Delete, Get, Header, HttpCode, Post, Put, Res } from '@nestjs/common';
import {
  EDITOR_PATH,
  type IdentityProviderView,
  PRESET_VALUES,
  type PresetValues,
  type ProviderCheck,
} from '@sitedesk/contract';
import { IdentityProviderDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { RecentSignIn, RequirePermission } from '../../common/access.js';
import { ExpectedVersion, sendEntityTag } from '../../common/entity-tag.js';
import { IdParam, JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../acting.js';
import { IdentityProviders, type VersionedProvider } from './identity-providers.service.js';

/** The site's providers for external sign-in. Whoever can change them can let anybody in: that needs a fresh sign-in. */
@Controller(`${EDITOR_PATH}/identity-providers`)
@RequirePermission('settings.manage')
export class IdentityProvidersController {
  constructor(private readonly providers: IdentityProviders) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  async list(@TenantId() tenantId: string): Promise<{ readonly items: readonly IdentityProviderView[] }> {
    return { items: await this.providers.list(tenantId) };
  }

  @Get('presets')
  @Header('Cache-Control', 'no-store')
  presets(): { readonly items: readonly PresetValues[] } {
    return { items: PRESET_VALUES };
  }

  @Get(':id')
  @Header('Cache-Control', 'no-store')
  async get(
    @TenantId() tenantId: string,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IdentityProviderView> {
    return answer(reply, await this.providers.get(tenantId, id));
  }

  @Post()
  @RecentSignIn()
  @Audited('identity-provider.create')
  @Header('Cache-Control', 'no-store')
  async create(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(IdentityProviderDto) input: IdentityProviderDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IdentityProviderView> {
    return answer(reply, await this.providers.create(tenantId, acting, input));
  }

  @Put(':id')
  @RecentSignIn()
  @Audited('identity-provider.change')
  @Header('Cache-Control', 'no-store')
  async replace(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody(IdentityProviderDto) input: IdentityProviderDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IdentityProviderView> {
    return answer(reply, await this.providers.replace(tenantId, acting, id, version, input));
  }

  @Delete(':id')
  @RecentSignIn()
  @Audited('identity-provider.delete')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async delete(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.providers.delete(tenantId, actor, id);
  }

  @Post(':id/check')
  @Audited('identity-provider.check')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  check(@TenantId() tenantId: string, @IdParam('id') id: string): Promise<ProviderCheck> {
    return this.providers.check(tenantId, id);
  }
}

function answer(reply: FastifyReply, { provider, version }: VersionedProvider): IdentityProviderView {
  sendEntityTag(reply, version);
  return provider;
}
