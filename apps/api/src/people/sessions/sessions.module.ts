import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SetupModule } from '../set-up/setup.module.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { SessionInfoService } from './session-info.service.js';
import { SessionRenewalService } from './session-renewal.service.js';
import { SessionsService } from './sessions.service.js';
import { TwoFactorRequirementService } from './two-factor-requirement.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { Session } from './session.entity.js';

/** Sessions: what they are worth, and people's own ones. */
@Module({
  imports: [AccountsModule, SetupModule],
  controllers: [OwnSessionsController],
  providers: [
    SessionsService,
    SessionInfoService,
    SessionRenewalService,
    TwoFactorRequirementService,
    OwnSessionsService,
  ],
  exports: [SessionsService, SessionInfoService, SessionRenewalService, TwoFactorRequirementService],
})
@Registers(ENTITIES, Session)
export class SessionsModule {}
