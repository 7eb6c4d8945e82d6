export * from './contact.js';
export * from './roles.js';
export * from './headers.js';
export * from './rate-policies.js';
export * from './identity.js';
export * from './permissions.js';
export * from './encryption-key.js';
export * from './audit.js';
