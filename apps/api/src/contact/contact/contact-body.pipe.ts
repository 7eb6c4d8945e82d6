import {
  createParamDecorator,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { CONTACT_LIMITS } from '@sitedesk/contract/contact';
import {
  type ContactSubmissionInput,
  firstProblem,
  SubmitContactDto,
} from '@sitedesk/contract/submit-contact.dto';
import type { FastifyRequest } from 'fastify';
import { isForm, readFormFields, readJsonObject, type JsonObject } from '../../platform/http/json-body.js';
import { Refusal } from '../../platform/http/refusal.js';
import { requestContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { bodyLimits, readContactSettings } from '../settings/contact-settings.js';

/** The message breaks a rule of specification section 7; `message` is that rule's text. */
export class ContactInvalidException extends Refusal {
  constructor(text: string) {
    super(text, HttpStatus.BAD_REQUEST);
  }
}

/** A submit that passed validation. */
export interface SubmittedMessage extends ContactSubmissionInput {
  /** What a form posted without the script holds besides; undefined: the script sent it. */
  readonly form?: JsonObject;
}

interface TenantRequest {
  readonly tenantId: string;
  readonly request: FastifyRequest;
}

/** The body of a submit together with the tenant whose limits apply to it. */
export const ContactBody = createParamDecorator(
  (_data: unknown, context: ExecutionContext): TenantRequest => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return { tenantId: requestContext(request).tenantId, request };
  },
);

const CAPTCHA_LIMITS = { maxBytes: CONTACT_LIMITS.bodyBytes, maxKeys: CONTACT_LIMITS.jsonKeys } as const;

/** The `captchaToken` of a request body. */
export const CaptchaBody = createParamDecorator(
  async (_data: unknown, context: ExecutionContext): Promise<string | undefined> => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { captchaToken } = await readJsonObject(request, CAPTCHA_LIMITS);
    return typeof captchaToken === 'string' ? captchaToken : undefined;
  },
);

/** Validates a submit by the tenant's limits; the first error in the order name, email, message wins. */
@Injectable()
export class ContactBodyPipe implements PipeTransform<TenantRequest, Promise<SubmittedMessage>> {
  constructor(private readonly settings: SettingsService) {}

  async transform({ tenantId, request }: TenantRequest): Promise<SubmittedMessage> {
    const settings = await this.settings.read(tenantId, readContactSettings);
    // The guard has let it through, so the site takes forms.
    if (isForm(request.headers)) {
      const form = await readFormFields(request, bodyLimits(settings));
      return { ...validSubmission(form, settings.maxMessageLength), form };
    }
    const body = await readJsonObject(request, bodyLimits(settings));
    return validSubmission(body, settings.maxMessageLength);
  }
}

/** @throws ContactInvalidException */
export function validSubmission(body: JsonObject, maxMessageLength: number): ContactSubmissionInput {
  const dto = new SubmitContactDto(body, maxMessageLength);
  const problem = firstProblem(dto);
  if (problem !== undefined) throw new ContactInvalidException(problem);
  return {
    name: String(dto.name),
    email: String(dto.email),
    message: String(dto.message),
    captchaToken: typeof dto.captchaToken === 'string' ? dto.captchaToken : undefined,
  };
}
