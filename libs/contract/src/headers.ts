/** Header names that more than one side of the product has to spell the same way. */
export const HEADERS = {
  /** Carries the anti-forgery token to the server, and a fresh one back on every submit response. */
  antiforgery: 'RequestVerificationToken',
  /** Second accepted spelling of the anti-forgery header. */
  antiforgeryAlias: 'X-CSRF-TOKEN',
  /** One value per click; the same value gives the same answer and one message. */
  idempotencyKey: 'Idempotency-Key',
  /** Public hostname of the request, set by the edge proxy (specification 1). */
  originHostname: 'x-origin-hostname',
  /** Shared secret by which the edge proxy proves itself to the backend. */
  edgeSecret: 'x-edge-secret',
  requestId: 'x-request-id',
} as const;

/** Body field that may carry the anti-forgery token when no header can be set. */
export const ANTIFORGERY_BODY_FIELD = '__RequestVerificationToken';

/** Every public contact route lives under this path (specification 4). */
export const CONTACT_API_PATH = '/_api/contact';
