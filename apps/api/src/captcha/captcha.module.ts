import { Module } from '@nestjs/common';
import { OutboundFetch } from '../common/outbound-fetch.js';
import { CaptchaCheckService } from './captcha-check.service.js';
import { CaptchaNetwork } from './captcha-network.js';
import { CaptchaController } from './captcha.controller.js';
import { CaptchaService } from './captcha.service.js';

/** Whether a visitor is a person. */
@Module({
  controllers: [CaptchaController],
  providers: [CaptchaService, CaptchaCheckService, CaptchaNetwork, OutboundFetch],
  exports: [CaptchaService],
})
export class CaptchaModule {}
