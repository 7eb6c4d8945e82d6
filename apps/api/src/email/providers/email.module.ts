import { Module } from '@nestjs/common';
import { EMAIL_LIMITS, EmailService } from './email.service.js';
import { DELIVERY_LIMITS } from './transports/email-transport.js';
import { Registers } from '../../platform/core/features.js';
import { ENVIRONMENT } from '../../platform/config/env.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { EmailVerificationRow } from './email-verification.entity.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { EMAIL_SETTINGS, readMailCatcher } from './email-setting-definitions.js';
import { readEmailSettings } from './email-settings.js';

/** Email leaves through here. */
@Module({
  providers: [EmailService, { provide: EMAIL_LIMITS, useValue: DELIVERY_LIMITS }],
  exports: [EmailService, EMAIL_LIMITS],
})
@Registers(ENTITIES, EmailVerificationRow)
@Registers(ENVIRONMENT, readMailCatcher)
@Registers(SETTING_GROUPS, { name: 'EMAIL', order: 30 })
@Registers(SETTINGS, ...EMAIL_SETTINGS)
@Registers(SETTING_READERS, { groups: ['EMAIL'], read: readEmailSettings })
export class EmailModule {}
