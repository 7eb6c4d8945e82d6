import { Module } from '@nestjs/common';
import type { CaptchaStep } from '@sitedesk/contract/captcha';
import { CaptchaCheckService } from './captcha-check.service.js';
import { CaptchaController } from './captcha.controller.js';
import { CaptchaService } from './captcha.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES, MIGRATIONS } from '../../platform/database/data-source.js';
import { CaptchaPass } from './captcha-pass.entity.js';
import { CaptchaUsedToken } from './captcha-used-token.entity.js';
import { RememberUsedTokens1790315000000 } from './migrations/1790315000000-remember-used-tokens.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { CAPTCHA_CONFIG } from './captcha-setting-definitions.js';
import { readCaptchaSettings } from './captcha-settings.js';
import { ChecklistService } from '../../platform/dashboard/checklist.service.js';

/** Whether a visitor is a person. */
@Module({
  controllers: [CaptchaController],
  providers: [CaptchaService, CaptchaCheckService],
  exports: [CaptchaService],
})
@Registers(ENTITIES, CaptchaPass, CaptchaUsedToken)
@Registers(MIGRATIONS, RememberUsedTokens1790315000000)
@Registers(SETTING_GROUPS, { name: 'CAPTCHA', order: 20 })
@Registers(SETTINGS, CAPTCHA_CONFIG)
@Registers(SETTING_READERS, { groups: ['ContactApi', 'CAPTCHA'], read: readCaptchaSettings })
export class CaptchaModule {
  constructor(checklist: ChecklistService) {
    const isDone = checklist.bySettings((values) => {
      const { requireCaptcha, provider } = values.read(readCaptchaSettings);
      return requireCaptcha && provider !== null;
    });
    const rule = { permission: 'settings.manage', order: 40, to: '/settings/spam' } as const;
    checklist.add<CaptchaStep>('captcha', rule, isDone);
  }
}
