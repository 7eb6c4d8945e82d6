import { Controller, UseGuards } from '@nestjs/common';
import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENTS_PATH } from '@sitedesk/contract/deployments';
import { ExchangeTokenDto } from '@sitedesk/contract/deployments.dto';
import { NotAudited } from '../../platform/audit/audited.js';
import { Action, Public } from '../../platform/http/access.js';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { DeployOriginGuard } from './deploy-origin.guard.js';
import { DeployTokensService } from './deploy-tokens.service.js';

/** Where CI gets a token to deploy with. */
@Controller(DEPLOYMENTS_PATH)
@UseGuards(DeployOriginGuard)
export class DeployTokensController {
  constructor(private readonly tokens: DeployTokensService) {}

  /**
   * Exchange a token of a CI service for one to deploy with. The service's token works once, for 10 minutes; every refusal
   * is the same answer, and the log of the server says why.
   */
  @Action('token')
  @Public()
  @ThrottlePolicy('deployment')
  @NotAudited('What is deployed with the token is recorded.')
  exchange(
    @Context() context: RequestContext,
    @JsonBody({ maxBytes: LIMITS.proofBytes + 1_024 }) input: ExchangeTokenDto,
  ) {
    return this.tokens.exchange(context, input);
  }
}
