import { Controller, Get, Header, HttpCode, Post, UseGuards } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract';
import { SetupCodeDto, SetUpDto } from '@sitedesk/contract/dto';
import { type Actor, CurrentActor } from '../audit/actor.js';
import { Audited } from '../audit/audited.js';
import { Public } from '../common/access.js';
import { JsonBody } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../common/throttling/throttle-policy.decorator.js';
import { OwnPageGuard } from './own-page.guard.js';
import { SetupService } from './setup.service.js';

/** First run: makes the first administrator with the one-time code; closed for ever afterwards. */
@Controller(`${EDITOR_PATH}/setup`)
@Public()
export class SetupController {
  constructor(private readonly setup: SetupService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  async show(@TenantId() tenantId: string): Promise<{ readonly open: boolean }> {
    return { open: await this.setup.isOpen(tenantId) };
  }

  @Post('code')
  @ThrottlePolicy('sign-in')
  @UseGuards(OwnPageGuard)
  @Audited('setup.code')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async code(@TenantId() tenantId: string, @JsonBody(SetupCodeDto) { code }: SetupCodeDto): Promise<void> {
    await this.setup.requireCode(tenantId, code);
  }

  @Post()
  @ThrottlePolicy('sign-in')
  @UseGuards(OwnPageGuard)
  @Audited('setup.finish')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async finish(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(SetUpDto) input: SetUpDto,
  ): Promise<void> {
    await this.setup.finish(tenantId, actor, input);
  }
}
