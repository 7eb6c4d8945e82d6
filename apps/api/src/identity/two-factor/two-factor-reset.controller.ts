import { Controller, Header, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract';
import { TwoFactorResetDto } from '@sitedesk/contract/dto';
import { Audited } from '../../audit/audited.js';
import { RecentSignIn, RequirePermission } from '../../common/access.js';
import { IdParam, JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../acting.js';
import { TwoFactorReset } from './two-factor-reset.service.js';

/** An administrator helps somebody who has lost the second factor. */
@Controller(`${EDITOR_PATH}/users/:id/two-factor-reset`)
export class TwoFactorResetController {
  constructor(private readonly twoFactor: TwoFactorReset) {}

  @Post()
  @RequirePermission('users.manage')
  @RecentSignIn()
  @Audited('user.two-factor-reset')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  reset(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @JsonBody(TwoFactorResetDto) { reason }: TwoFactorResetDto,
  ): Promise<void> {
    return this.twoFactor.resetFor(tenantId, acting, id, reason);
  }
}
