// CommonJS mode: our TypeScript and the ESM-only packages are both compiled to CommonJS by swc; no --experimental-vm-modules.
const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};
const swcJs = {
  jsc: { target: 'es2022', parser: { syntax: 'ecmascript', dynamicImport: true }, keepClassNames: true },
  module: { type: 'commonjs', ignoreDynamic: false },
  sourceMaps: false,
};
const esmPackages = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'nodemailer',
  'load-esm',
  'happy-dom',
  'entities',
  'openid-client',
  'oauth4webapi',
  'jose',
  'oidc-provider',
  'parse5',
  's3mini',
  'content-disposition',
];
module.exports = {
  testEnvironment: require.resolve('./tools/testing/node-environment.mjs'),
  runtime: require.resolve('./tools/testing/runtime.cjs'),
  setupFilesAfterEnv: [require.resolve('./tools/testing/retry-on-ci.cjs')],
  // Real servers start in hooks; on a busy machine that takes its time, and time is never what a test is about. The limit is for
  // what hangs: it is far from what a test takes on a machine that is ten times slower than usual.
  testTimeout: 900_000,
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  testMatch: ['**/src/**/*.spec.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc], '^.+\\.m?js$': ['@swc/jest', swcJs] },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(${esmPackages.join('|')})/)`],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
  testEnvironmentOptions: { customExportConditions: ['@sitedesk/source', 'require', 'node', 'node-addons'] },
};
