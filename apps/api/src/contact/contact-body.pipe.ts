import {
  createParamDecorator,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { type ContactSubmissionInput, SubmitContactDto } from '@sitedesk/contract/dto';
import { validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { readJsonObject, type JsonObject } from '../common/json-body.js';
import { Refusal } from '../common/refusal.js';
import { requestScope } from '../common/request-scope.js';
import { SettingsService } from '../settings/settings.service.js';
import { maxBodyBytes, readContactSettings } from './contact-settings.js';

/** The message breaks a rule of specification section 7; `message` is that rule's text. */
export class ContactInvalidException extends Refusal {
  constructor(text: string) {
    super(text, HttpStatus.BAD_REQUEST);
  }
}

interface TenantRequest {
  readonly tenantId: string;
  readonly request: FastifyRequest;
}

/** The body of a submit together with the tenant whose limits apply to it. */
export const ContactBody = createParamDecorator(
  (_data: unknown, context: ExecutionContext): TenantRequest => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return { tenantId: requestScope(request).tenantId, request };
  },
);

/** Validates a submit by the tenant's limits; the first error in the order name, email, message wins (D11). */
@Injectable()
export class ContactBodyPipe implements PipeTransform<TenantRequest, Promise<ContactSubmissionInput>> {
  constructor(private readonly settings: SettingsService) {}

  async transform({ tenantId, request }: TenantRequest): Promise<ContactSubmissionInput> {
    const settings = await this.settings.read(tenantId, readContactSettings);
    const body = await readJsonObject(request, maxBodyBytes(settings));
    return validSubmission(body, settings.maxMessageLength);
  }
}

const FIELD_ORDER = ['name', 'email', 'message'] as const;

/** @throws ContactInvalidException */
export function validSubmission(body: JsonObject, maxMessageLength: number): ContactSubmissionInput {
  const dto = new SubmitContactDto(body, maxMessageLength);
  const errors = validateSync(dto, { forbidUnknownValues: false });
  for (const field of FIELD_ORDER) {
    const error = errors.find(({ property }) => property === field);
    if (error) throw new ContactInvalidException(Object.values(error.constraints ?? {})[0] ?? field);
  }
  return {
    name: String(dto.name),
    email: String(dto.email),
    message: String(dto.message),
    captchaToken: typeof dto.captchaToken === 'string' ? dto.captchaToken : undefined,
  };
}
