import config from './jest.config.mjs';

/** The long ones: `npm run faults`. One at a time, because each brings its own load. */
export default {
  ...config,
  displayName: 'faults',
  testMatch: ['**/src/faults/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
};
