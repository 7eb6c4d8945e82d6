/** The request classes; apart from the rest, because they bring class-validator along. */
export * from './submit-contact.dto.js';
export * from './rules.js';
export * from './identity.dto.js';
export * from './two-factor.dto.js';
export * from './passkeys.dto.js';
export * from './audit.dto.js';
export * from './account.dto.js';
export * from './api-tokens.dto.js';
export * from './authors.dto.js';
export * from './users.dto.js';
export * from './roles.dto.js';
export * from './external-sign-in.dto.js';
export * from './inbox.dto.js';
