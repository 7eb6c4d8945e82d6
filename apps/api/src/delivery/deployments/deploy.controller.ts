import { Controller, Req, UseGuards } from '@nestjs/common';
import { DEPLOY_ZIP_PATH, type DeployZipResult } from '@sitedesk/contract/deployments';
import type { FastifyRequest } from 'fastify';
import { Audited } from '../../platform/audit/audited.js';
import { Action, Public } from '../../platform/http/access.js';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { DeployOriginGuard } from './deploy-origin.guard.js';
import { DeployZipService } from './deploy-zip.service.js';

/** Where programs deploy, with a key of an application. */
@Controller()
@UseGuards(DeployOriginGuard)
export class DeployController {
  constructor(private readonly zips: DeployZipService) {}

  /**
   * Deploy an application as one zip archive. The form has `articleId`, `password` and then `zipFile`; the key can be in `Authorization`
   * instead. A deployment is live as a whole, or nothing has changed.
   */
  @Action(DEPLOY_ZIP_PATH)
  @Public()
  @ThrottlePolicy('deployment')
  @Audited('deployment.create')
  deploy(@Context() context: RequestContext, @Req() { raw }: FastifyRequest): Promise<DeployZipResult> {
    return this.zips.deploy(context, raw);
  }
}
