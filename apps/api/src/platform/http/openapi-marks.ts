import { SetMetadata } from '@nestjs/common';

export const HIDDEN = 'sitedesk:hidden-from-openapi';
export const SENT_TYPES = 'sitedesk:sent-types';
export const READ_KEYS = 'sitedesk:read-keys';
export const TOKEN_SCHEME = 'sitedesk:token-scheme';

/** Leaves a controller out of the OpenAPI document. */
export const HiddenFromOpenApi = (): ClassDecorator => SetMetadata(HIDDEN, true);

/** Media types of a response that is a stream. */
export const Sends = (...types: readonly string[]): MethodDecorator => SetMetadata(SENT_TYPES, types);

/** Keys of a query that is read as it stands. */
export const ReadsQuery = (...keys: readonly string[]): MethodDecorator => SetMetadata(READ_KEYS, keys);

/**
 * A public route that asks for a token where the operator has set one.
 * @param scheme its name among the security schemes of the document
 */
export const TakesToken = (scheme: string): MethodDecorator => SetMetadata(TOKEN_SCHEME, scheme);
