import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import type { FastifyRequest } from 'fastify';
import { requestContext } from '../../platform/http/request-context.js';
import type { ContactClient } from './contact.service.js';

const IDEMPOTENCY_HEADER = HEADERS.idempotencyKey.toLowerCase();
const MAX_USER_AGENT = 512;
const MAX_PAGE = 2048;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** Who sends a submit, as far as headers show. */
export const Client = createParamDecorator((_data: unknown, context: ExecutionContext): ContactClient => {
  return contactClient(context.switchToHttp().getRequest<FastifyRequest>());
});

/** {@link Client} of a request whose scope is known. */
function contactClient(request: FastifyRequest): ContactClient {
  const { tenantId, clientAddress, hostname, requestId } = requestContext(request);
  return {
    tenantId,
    clientAddress,
    hostname,
    requestId,
    userAgent: headerText(request.headers['user-agent'], MAX_USER_AGENT),
    page: pageOf(request.headers.referer),
    idempotencyKey: idempotencyKey(request.headers[IDEMPOTENCY_HEADER]),
  };
}

/** A key that cannot be one is left out: the message counts, not the header. */
function idempotencyKey(value: string | readonly string[] | undefined): string | null {
  if (typeof value !== 'string' || value.length > CONTACT_LIMITS.idempotencyKey.max) return null;
  return PRINTABLE.test(value) ? value : null;
}

function headerText(value: string | undefined, maxLength: number): string | null {
  // Headers arrive as Latin-1: only what is plainly printable is kept.
  return value === undefined ? null : value.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, maxLength);
}

/** The page without its query and fragment, which may carry what is nobody's business. */
function pageOf(referer: string | undefined): string | null {
  if (referer === undefined || !URL.canParse(referer)) return null;
  const { protocol, origin, pathname } = new URL(referer);
  return /^https?:$/.test(protocol) ? `${origin}${pathname}`.slice(0, MAX_PAGE) : null;
}
