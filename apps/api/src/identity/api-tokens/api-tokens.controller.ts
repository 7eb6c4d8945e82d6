import { Controller, Delete, Get, Header, HttpCode, Post } from '@nestjs/common';
import { type ApiTokenSummary, EDITOR_PATH, type NewApiToken } from '@sitedesk/contract';
import { CreateApiTokenDto } from '@sitedesk/contract/dto';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { Authenticated, RecentSignIn, RequirePermission } from '../../common/access.js';
import { IdParam, JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../acting.js';
import { CurrentSession, type SessionPrincipal } from '../principal.js';
import { ApiTokens } from './api-tokens.service.js';

/** A person's own API tokens. */
@Controller(`${EDITOR_PATH}/account/tokens`)
export class OwnApiTokensController {
  constructor(private readonly tokens: ApiTokens) {}

  @Get()
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  async list(
    @TenantId() tenantId: string,
    @CurrentSession() { accountId }: SessionPrincipal,
  ): Promise<{ readonly items: readonly ApiTokenSummary[] }> {
    return { items: await this.tokens.list(tenantId, accountId) };
  }

  @Post()
  @Authenticated()
  @RecentSignIn()
  @Audited('api-token.create')
  @Header('Cache-Control', 'no-store')
  create(
    @CurrentActor() actor: Actor,
    @CurrentSession() owner: SessionPrincipal,
    @JsonBody(CreateApiTokenDto) input: CreateApiTokenDto,
  ): Promise<NewApiToken> {
    return this.tokens.create(actor, owner, input);
  }

  @Delete(':id')
  @Authenticated()
  @Audited('api-token.end')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async end(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() { accountId }: SessionPrincipal,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.tokens.end(tenantId, actor, accountId, id);
  }
}

/** The API tokens of another user, for an administrator to look at and to end. */
@Controller(`${EDITOR_PATH}/users/:userId/tokens`)
@RequirePermission('users.manage')
export class UserApiTokensController {
  constructor(private readonly tokens: ApiTokens) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  async list(
    @TenantId() tenantId: string,
    @IdParam('userId') userId: string,
  ): Promise<{ readonly items: readonly ApiTokenSummary[] }> {
    return { items: await this.tokens.listOfUser(tenantId, userId) };
  }

  @Delete(':id')
  @Audited('api-token.end')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async end(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('userId') userId: string,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.tokens.endFor(tenantId, acting, userId, id);
  }
}
