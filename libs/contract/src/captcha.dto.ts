import { IsOptional } from 'class-validator';
import { CAPTCHA_PROVIDERS, type CaptchaProvider } from './contact.js';
import { IsOneOf, IsTypedSecret, IsWebAddress } from './rules.js';

const MAX_KEY = 512;

/** `POST /editor/captcha/check`: the keys as typed; what is left out is taken from the settings that count now. */
export class CheckCaptchaDto {
  @IsOptional()
  @IsOneOf(CAPTCHA_PROVIDERS)
  readonly provider?: CaptchaProvider | null;

  @IsOptional()
  @IsTypedSecret(MAX_KEY)
  readonly secretKey?: string | null;

  /** Where the provider is asked; left out: the provider's own address. */
  @IsOptional()
  @IsWebAddress({ max: 2048 })
  readonly verifyUrl?: string | null;
}
