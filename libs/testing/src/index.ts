export * from './captcha-provider.js';
export * from './http-mail-apis.js';
export * from './smtp-sink.js';
export * from './smtp-sink-behaviours.js';
