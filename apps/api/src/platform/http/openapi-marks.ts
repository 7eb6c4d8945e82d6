import { SetMetadata } from '@nestjs/common';

export const HIDDEN = 'sitedesk:hidden-from-openapi';
export const SENT_TYPES = 'sitedesk:sent-types';

/** Leaves a controller out of the OpenAPI document. */
export const HiddenFromOpenApi = (): ClassDecorator => SetMetadata(HIDDEN, true);

/** Media types of a response that is a stream. */
export const Sends = (...types: readonly string[]): MethodDecorator => SetMetadata(SENT_TYPES, types);
