export * from './captcha-provider.js';
export * from './http-mail-apis.js';
export * from './oidc/oidc-directory-behaviours.js';
export type { MisbehaveOptions, OidcMisbehaviour } from './oidc/oidc-misbehaviours.js';
export * from './oidc/oidc-test-provider.js';
export * from './oidc/oidc-types.js';
export type { OidcVisitor } from './oidc/oidc-visitor.js';
export * from './smtp-sink.js';
export * from './smtp-sink-behaviours.js';
