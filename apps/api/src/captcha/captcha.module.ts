import { Module } from '@nestjs/common';
import { CaptchaService } from './captcha.service.js';

/** Whether a visitor is a person. */
@Module({ providers: [CaptchaService], exports: [CaptchaService] })
export class CaptchaModule {}
