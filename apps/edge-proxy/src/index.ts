export { handle } from './handle.js';
export { createNodeListener } from './node.js';
export { DEFAULT_TIMEOUT_MS } from './edge-options.js';
export type { EdgeFetch, EdgeFetchInit, EdgeOptions, EdgeRequest } from './edge-options.js';
export { EdgeSettingsError, readEdgeSettings } from './settings.js';
export type { EdgeSettings, EdgeSettingsSource } from './settings.js';
