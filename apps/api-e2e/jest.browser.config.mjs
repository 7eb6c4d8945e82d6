import config from './jest.config.mjs';

/** The visitor's script in a real Chromium: `npm run e2e`. */
export default {
  ...config,
  displayName: 'browser',
  testMatch: ['**/src/browser/**/*.browser.ts'],
  maxWorkers: 1,
  testTimeout: 180_000,
};
