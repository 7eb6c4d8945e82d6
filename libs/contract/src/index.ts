export * from './contact.js';
export * from './roles.js';
export * from './headers.js';
