import {
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  HttpStatus,
  Post,
  Put,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  DEPLOYMENT_LIMITS as LIMITS,
  DEPLOYMENTS_PATH,
  type ReceivedFile,
} from '@sitedesk/contract/deployments';
import { StartDeploymentDto } from '@sitedesk/contract/deployments.dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotAudited } from '../../platform/audit/audited.js';
import { Action, Public } from '../../platform/http/access.js';
import { allowSlowBody } from '../../platform/http/body-pace.js';
import { ByteStream } from '../../platform/http/byte-stream.js';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { JsonBody, NumberParam } from '../../platform/http/request-input.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { DeployedBy, DeployKeyGuard } from './deploy-key.guard.js';
import type { Deployer } from './deploy-keys.service.js';
import { DeployOriginGuard } from './deploy-origin.guard.js';
import { ContentHash } from './content-hash.js';
import { ManifestDeploymentsService } from './manifest-deployments.service.js';

/** Deployments by a list of files, with a key of an application in `Authorization`. */
@Controller(DEPLOYMENTS_PATH)
@Public()
@UseGuards(DeployOriginGuard, DeployKeyGuard)
export class DeploymentsController {
  constructor(private readonly deployments: ManifestDeploymentsService) {}

  /**
   * Start a deployment by a list of its files. The answer says what is missing. The same list continues what it began, and so does
   * the same `Idempotency-Key`.
   */
  @Post()
  @ThrottlePolicy('deployment')
  @NotAudited('Nothing has changed for visitors before it is finished.')
  start(
    @Context() context: RequestContext,
    @DeployedBy() deployer: Deployer,
    @JsonBody({ maxBytes: LIMITS.manifestBytes, maxKeys: LIMITS.files * 3 + 16 }) input: StartDeploymentDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ) {
    return this.deployments.start(context, deployer, input, idempotencyKey);
  }

  /** Get how far a deployment is, and what is missing. */
  @Get(':deployment')
  get(
    @Context() context: RequestContext,
    @DeployedBy() deployer: Deployer,
    @NumberParam('deployment') number: number,
  ) {
    return this.deployments.get(context, deployer, number);
  }

  /** Upload a missing file, by the SHA-256 of its bytes. It is answered with 201, or 200 if it was there already. */
  @Put(':deployment/blobs/:hash')
  @ThrottlePolicy('deployment-file')
  @NotAudited('Nothing has changed for visitors before it is finished.')
  async receive(
    @Context() context: RequestContext,
    @DeployedBy() deployer: Deployer,
    @NumberParam('deployment') number: number,
    @ContentHash('hash') hash: string,
    @ByteStream({ maxBytes: LIMITS.unpacked }) body: AsyncIterable<Buffer>,
    @Req() { raw }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReceivedFile> {
    allowSlowBody(raw);
    const announced = raw.headers['content-length'];
    const length = announced === undefined ? undefined : Number(announced);
    const isNew = await this.deployments.receive(context, deployer, number, hash, { body, length });
    reply.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return { sha256: hash, isNew };
  }

  /** Finish a deployment: take it live, or leave it ready. Repeated, it is answered alike and changes nothing. */
  @Action(':deployment/finish')
  @ThrottlePolicy('deployment-file')
  @NotAudited('It leaves deployment.create once, however often it is repeated.')
  finish(
    @Context() context: RequestContext,
    @DeployedBy() deployer: Deployer,
    @NumberParam('deployment') number: number,
  ) {
    return this.deployments.finish(context, deployer, number);
  }

  /** Delete an unfinished deployment. */
  @Delete(':deployment')
  @HttpCode(204)
  @ThrottlePolicy('deployment-file')
  @NotAudited('Nothing of it was live.')
  async end(
    @Context() context: RequestContext,
    @DeployedBy() deployer: Deployer,
    @NumberParam('deployment') number: number,
  ): Promise<void> {
    await this.deployments.end(context, deployer, number);
  }
}
