import config from './jest.config.mjs';

/** The visitor's script in a real Chromium: `npm run e2e`. */
export default {
  ...config,
  displayName: 'browser',
  testMatch: ['**/src/browser/**/*.browser.ts'],
  setupFilesAfterEnv: ['./src/browser/support/pages.ts'],
  maxWorkers: 2,
};
