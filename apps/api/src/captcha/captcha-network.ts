import { Injectable } from '@nestjs/common';
import { limitedFetch, readLimited } from '../common/limited-fetch.js';
import { OutboundFetch } from '../common/outbound-fetch.js';
import type { CaptchaRequest } from './verify-captcha.js';

/** Chooses how a CAPTCHA provider is reached: by the rules of S-06 where a site named its address. */
@Injectable()
export class CaptchaNetwork {
  constructor(private readonly outbound: OutboundFetch) {}

  of({ guarded }: { readonly guarded: boolean }): CaptchaRequest {
    return guarded ? this.guarded : limitedFetch;
  }

  private readonly guarded: CaptchaRequest = async (url, request) => {
    const answer = await this.outbound.fetch(url, request);
    return { status: answer.status, text: await readLimited(answer) };
  };
}
