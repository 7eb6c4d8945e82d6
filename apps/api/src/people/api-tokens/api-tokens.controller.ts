import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { CreateApiTokenDto } from '@sitedesk/contract/api-tokens.dto';
import { CallerContext, Context, SessionContext, TenantId } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Authenticated, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { IdParam, JsonBody } from '../../platform/http/request-input.js';
import { ApiTokensService } from './api-tokens.service.js';

/** A person's own API tokens. */
@Controller(`${EDITOR_PATH}/account/tokens`)
export class OwnApiTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  /** List your API tokens. */
  @Get()
  @Authenticated()
  async list(@Context() context: SessionContext) {
    const { accountId } = context.caller;
    return { items: await this.tokens.list(context.tenantId, accountId) };
  }

  /** Create an API token. The token itself is shown only once. */
  @Post()
  @Authenticated()
  @RecentSignIn()
  @Audited('api-token.create')
  create(@Context() context: SessionContext, @JsonBody() input: CreateApiTokenDto) {
    return this.tokens.create(context, input);
  }

  /** Revoke one of your API tokens. */
  @Delete(':id')
  @Authenticated()
  @Audited('api-token.end')
  @HttpCode(204)
  async end(@Context() context: SessionContext, @IdParam('id') id: string): Promise<void> {
    const { accountId } = context.caller;
    await this.tokens.end(context, accountId, id);
  }
}

/** The API tokens of another user, for an administrator to view and revoke. */
@Controller(`${EDITOR_PATH}/users/:userId/tokens`)
@RequirePermission('users.manage')
export class UserApiTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  /** List a user’s API tokens. */
  @Get()
  async list(@TenantId() tenantId: string, @IdParam('userId') userId: string) {
    return { items: await this.tokens.listOfUser(tenantId, userId) };
  }

  /** Revoke a user’s API token. */
  @Delete(':id')
  @Audited('api-token.end')
  @HttpCode(204)
  async end(
    @Context() context: CallerContext,
    @IdParam('userId') userId: string,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.tokens.endFor(context, userId, id);
  }
}
