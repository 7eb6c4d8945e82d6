import { Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH, type SetupProgress } from '@sitedesk/contract';
import { SetupStepsDto } from '@sitedesk/contract/dto';
import { type Actor, CurrentActor } from '../audit/actor.js';
import { Audited } from '../audit/audited.js';
import { RequirePermission } from '../common/access.js';
import { JsonBody } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { SetupSteps } from './setup-steps.service.js';

/** What of the site the first administrator has set up, or passed over. */
@Controller(`${EDITOR_PATH}/setup/steps`)
@RequirePermission('settings.manage')
export class SetupStepsController {
  constructor(private readonly steps: SetupSteps) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  show(@TenantId() tenantId: string): Promise<SetupProgress> {
    return this.steps.read(tenantId);
  }

  @Post()
  @Audited('setup.step')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  answer(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(SetupStepsDto) input: SetupStepsDto,
  ): Promise<SetupProgress> {
    return this.steps.answer(tenantId, actor, input);
  }
}
