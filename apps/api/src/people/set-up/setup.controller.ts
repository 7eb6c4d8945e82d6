import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { SetUpDto } from '@sitedesk/contract/identity.dto';
import { SetupCodeDto, SetupStepsDto } from '@sitedesk/contract/setup.dto';
import { Context, RequestContext, TenantId } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Action, Public, RequirePermission } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { PublicForm } from '../../platform/tenancy/same-origin.guard.js';
import { SetupStepsService } from './setup-steps.service.js';
import { SetupService } from './setup.service.js';

/** First run: makes the first administrator with the one-time code; closed permanently afterwards. */
@Controller(`${EDITOR_PATH}/setup`)
export class SetupController {
  constructor(
    private readonly setup: SetupService,
    private readonly steps: SetupStepsService,
  ) {}

  /** Get the state of the setup. */
  @Get()
  @Public()
  async show(@TenantId() tenantId: string) {
    return { open: await this.setup.isOpen(tenantId) };
  }

  /** Check the setup code. */
  @Action('code', 204)
  @PublicForm('sign-in')
  @Audited('setup.code')
  async code(@TenantId() tenantId: string, @JsonBody() { code }: SetupCodeDto): Promise<void> {
    await this.setup.requireCode(tenantId, code);
  }

  /** Create the first administrator. */
  @Action('/', 204)
  @PublicForm('sign-in')
  @Audited('setup.finish')
  async finish(@Context() context: RequestContext, @JsonBody() input: SetUpDto): Promise<void> {
    await this.setup.finish(context, input);
  }

  /** List setup steps. Those that the first administrator has completed or skipped. */
  @Get('steps')
  @RequirePermission('settings.manage')
  showSteps(@TenantId() tenantId: string) {
    return this.steps.read(tenantId);
  }

  /** Answer a setup step. */
  @Action('steps')
  @RequirePermission('settings.manage')
  @Audited('setup.step')
  answerSteps(@Context() context: RequestContext, @JsonBody() input: SetupStepsDto) {
    return this.steps.answer(context, input);
  }
}
