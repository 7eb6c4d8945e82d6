import preset from '../../jest.preset.cjs';

export default {
  ...preset,
  displayName: 'api-e2e',
  testEnvironment: '../../tools/testing/backend-environment.mjs',
  rootDir: import.meta.dirname,
  // Long and heavy: jest.faults.config.mjs.
  testPathIgnorePatterns: ['/node_modules/', '/src/faults/'],
  globalSetup: '../../tools/testing/postgres-global-setup.mjs',
  globalTeardown: '../../tools/testing/postgres-global-teardown.mjs',
};
