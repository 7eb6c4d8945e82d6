import { Controller, Delete, Get, Header, HttpCode, Post, Put, Res } from '@nestjs/common';
import { type AuthorProfile, EDITOR_PATH } from '@sitedesk/contract';
import { AuthorListDto, AuthorProfileDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../audit/actor.js';
import { Audited } from '../audit/audited.js';
import { RequirePermission } from '../common/access.js';
import { ExpectedVersion, sendEntityTag } from '../common/entity-tag.js';
import type { Page } from '../common/keyset.js';
import { IdParam, JsonBody, QueryInput } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { AuthorsService, type VersionedAuthor } from './authors.service.js';

/** Author profiles. Whoever works on pages may look them up. */
@Controller(`${EDITOR_PATH}/authors`)
export class AuthorsController {
  constructor(private readonly authors: AuthorsService) {}

  @Get()
  @RequirePermission('dashboard.view')
  @Header('Cache-Control', 'no-store')
  list(
    @TenantId() tenantId: string,
    @QueryInput(AuthorListDto) query: AuthorListDto,
  ): Promise<Page<AuthorProfile>> {
    return this.authors.list(tenantId, query);
  }

  @Get(':id')
  @RequirePermission('dashboard.view')
  @Header('Cache-Control', 'no-store')
  async get(
    @TenantId() tenantId: string,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthorProfile> {
    return answer(reply, await this.authors.get(tenantId, id));
  }

  @Post()
  @RequirePermission('authors.manage')
  @Audited('author.create')
  @Header('Cache-Control', 'no-store')
  async create(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(AuthorProfileDto) input: AuthorProfileDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthorProfile> {
    return answer(reply, await this.authors.create(tenantId, actor, input));
  }

  @Put(':id')
  @RequirePermission('authors.manage')
  @Audited('author.change')
  @Header('Cache-Control', 'no-store')
  async replace(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody(AuthorProfileDto) input: AuthorProfileDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthorProfile> {
    return answer(reply, await this.authors.replace(tenantId, actor, id, version, input));
  }

  @Delete(':id')
  @RequirePermission('authors.manage')
  @Audited('author.delete')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async delete(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.authors.delete(tenantId, actor, id);
  }
}

function answer(reply: FastifyReply, { author, version }: VersionedAuthor): AuthorProfile {
  sendEntityTag(reply, version);
  return author;
}
