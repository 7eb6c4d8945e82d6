import config from './jest.config.mjs';

/** The visitor's script in a real Chromium: `npm run e2e`. */
export default {
  ...config,
  displayName: 'browser',
  testMatch: ['**/src/browser/**/*.browser.ts'],
  moduleNameMapper: {
    ...config.moduleNameMapper,
    '^playwright-core$': '<rootDir>/src/browser/support/playwright.cjs',
  },
  setupFilesAfterEnv: [...config.setupFilesAfterEnv, './src/browser/support/pages.ts'],
  // Pages wait for servers and timers more than they compute: two leave a two-core machine idle a third of the time.
  maxWorkers: 4,
};
