import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { CONTACT_LIMITS, CONTACT_MESSAGES, type ContactResult } from '@sitedesk/contract/contact';
import type { FastifyRequest } from 'fastify';
import { CaptchaService } from '../captcha/captcha.service.js';
import { readJsonObject } from '../../platform/http/json-body.js';
import { CaptchaRefusedException, type ContactClient } from './contact.service.js';

const LIMITS = { maxBytes: CONTACT_LIMITS.bodyBytes, maxKeys: CONTACT_LIMITS.jsonKeys } as const;

/** The `captchaToken` of a request body. */
export const CaptchaBody = createParamDecorator(
  async (_data: unknown, context: ExecutionContext): Promise<string | undefined> => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { captchaToken } = await readJsonObject(request, LIMITS);
    return typeof captchaToken === 'string' ? captchaToken : undefined;
  },
);

const VALIDATED: ContactResult = { success: true, message: CONTACT_MESSAGES.captchaAccepted, error: null };

/** Validates a CAPTCHA ahead of the submit (specification 4.3). */
@Injectable()
export class CaptchaValidationService {
  constructor(private readonly captcha: CaptchaService) {}

  /** @throws CaptchaRefusedException */
  async validate(tenantId: string, token: string | undefined, client: ContactClient): Promise<ContactResult> {
    const verdict = await this.captcha.validate(tenantId, token, client);
    if (!verdict.accepted) throw new CaptchaRefusedException([verdict.reason, ...verdict.codes].join(' '));
    return VALIDATED;
  }
}
