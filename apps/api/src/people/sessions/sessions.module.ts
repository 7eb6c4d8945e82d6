import { OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { SessionInfoService } from './session-info.service.js';
import { SessionRenewalService } from './session-renewal.service.js';
import { SessionsService } from './sessions.service.js';
import { TwoFactorRequirementService } from './two-factor-requirement.service.js';
import { Feature, Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { Session } from './session.entity.js';

/** Sessions: what they are worth, and people's own ones. */
@Feature({
  controllers: [OwnSessionsController],
  providers: [
    SessionsService,
    SessionInfoService,
    SessionRenewalService,
    TwoFactorRequirementService,
    OwnSessionsService,
  ],
})
@Registers(ENTITIES, Session)
export class SessionsModule {}
