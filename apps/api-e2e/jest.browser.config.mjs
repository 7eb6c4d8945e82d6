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
  // Pages wait for servers and timers: three files at a time leave a two-core machine idle for a twentieth of the time.
  maxWorkers: 4,
};
