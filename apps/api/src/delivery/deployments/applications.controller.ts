import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  CreateApplicationDto,
  CreateDeployKeyDto,
  DeploymentListDto,
  LockApplicationDto,
  SetPublishersDto,
  SourceMapsDto,
} from '@sitedesk/contract/deployments.dto';
import { DEPLOYMENT_LIMITS as LIMITS } from '@sitedesk/contract/deployments';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { RotateProgramKeyDto } from '@sitedesk/contract/program-keys.dto';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { ApplicationsService } from './applications.service.js';
import { DeployKeysService } from './deploy-keys.service.js';
import { DeploymentChangesService } from './deployment-changes.service.js';
import { DeploymentsService } from './deployments.service.js';
import { PublishersService } from './publishers.service.js';

/** Single-page applications of the site, what is deployed of them, and the keys for that. */
@Controller(`${EDITOR_PATH}/spa`)
@RequirePermission('deployments.manage')
export class ApplicationsController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly deployments: DeploymentsService,
    private readonly changes: DeploymentChangesService,
    private readonly keys: DeployKeysService,
    private readonly publishers: PublishersService,
  ) {}

  /** List applications, the newest first. */
  @Get()
  list(@Context() context: CallerContext, @QueryInput() query: DeploymentListDto) {
    return this.applications.list(context, query);
  }

  /** Create an application. Visitors find it at its address once something is live. */
  @Post()
  @Audited('article.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateApplicationDto) {
    return this.applications.create(context, input);
  }

  /** Get an application. */
  @Get(':number')
  get(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return this.applications.get(context, number);
  }

  /** Lock an application, or unlock it. While it is locked, what is deployed waits for someone to take it live. */
  @Put(':number/lock')
  @Audited('deployment.lock')
  setLock(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() { locked }: LockApplicationDto,
  ) {
    return this.applications.setLock(context, number, locked);
  }

  /** Keep source maps out of deployments of an application, or let them in. What is live already stays as it is. */
  @Put(':number/source-maps')
  @Audited('deployment.source-maps')
  setSourceMaps(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() { sourceMaps }: SourceMapsDto,
  ) {
    return this.applications.setSourceMaps(context, number, sourceMaps);
  }

  /** List deployments of an application, the newest first. */
  @Get(':number/deployments')
  listDeployments(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: DeploymentListDto,
  ) {
    return this.deployments.list(context, number, query);
  }

  /**
   * List the files that differ from what is live, by path. What is live is compared with the one before it. Deployments
   * that aren't whole have no files.
   */
  @Get(':number/deployments/:deployment/changes')
  listChanges(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @NumberParam('deployment') deployment: number,
    @QueryInput() query: DeploymentListDto,
  ) {
    return this.changes.list(context, number, deployment, query);
  }

  /** Activate a deployment: an earlier one, or one that waits. */
  @Action(':number/deployments/:deployment/activate')
  @Audited('deployment.activate')
  activate(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @NumberParam('deployment') deployment: number,
  ) {
    return this.deployments.activate(context, number, deployment);
  }

  /** List trusted publishers of an application: CI runs that can deploy it without a key. */
  @Get(':number/publishers')
  @SendsEntityTag()
  getPublishers(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return this.publishers.get(context, number);
  }

  /** Set the trusted publishers of an application. Tokens of those that are left out stop working immediately. */
  @Put(':number/publishers')
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('deployment.publishers')
  setPublishers(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @ExpectedVersion() version: number,
    @JsonBody({ maxKeys: LIMITS.publishers * 12 + 8 }) input: SetPublishersDto,
  ) {
    return this.publishers.set(context, number, version, input);
  }

  /** List keys of an application, the newest first. */
  @Get(':number/keys')
  async listKeys(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return { items: await this.keys.list(context, number) };
  }

  /** Create a key. The key itself is shown only once. */
  @Post(':number/keys')
  @RecentSignIn()
  @Audited('deploy-key.create')
  createKey(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: CreateDeployKeyDto,
  ) {
    return this.keys.create(context, number, input);
  }

  /** Replace a key by a new one, which is shown only once. The old one can stay valid for up to a day. */
  @Post(':number/keys/:id/rotate')
  @RecentSignIn()
  @Audited('deploy-key.rotate')
  rotateKey(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('id') id: string,
    @JsonBody() input: RotateProgramKeyDto,
  ) {
    return this.keys.rotate(context, number, id, input);
  }

  /** Delete a key. Nobody can deploy with it from then on. */
  @Delete(':number/keys/:id')
  @HttpCode(204)
  @RecentSignIn()
  @Audited('deploy-key.delete')
  async deleteKey(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.keys.delete(context, number, id);
  }
}
