import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import vue from 'eslint-plugin-vue';
import { basename } from 'node:path';
import typescript from 'typescript-eslint';

/** Who may import whom. One dimension, so that a violation has one meaning. */
const boundaries = [
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:site', onlyDependOnLibsWithTags: ['scope:site', 'scope:shared'] },
  { sourceTag: 'scope:edge', onlyDependOnLibsWithTags: ['scope:edge', 'scope:shared'] },
  { sourceTag: 'scope:testing', onlyDependOnLibsWithTags: ['scope:testing', 'scope:shared'] },
  {
    sourceTag: 'scope:api',
    onlyDependOnLibsWithTags: ['scope:api', 'scope:site', 'scope:edge', 'scope:testing', 'scope:shared'],
  },
  { sourceTag: 'scope:admin', onlyDependOnLibsWithTags: ['scope:admin', 'scope:shared'] },
  { sourceTag: 'scope:e2e', onlyDependOnLibsWithTags: ['scope:e2e', 'scope:testing', 'scope:shared'] },
  { sourceTag: 'scope:tools', onlyDependOnLibsWithTags: ['scope:tools', 'scope:testing', 'scope:shared'] },
];

/** `UserRolesService` stands in `user-roles.service.ts`, and a file of that kind holds nothing by another name. */
const fileNames = {
  rules: {
    'service-file': {
      create: (context) => ({
        'Decorator[expression.callee.name="Injectable"]': ({ parent: { id } }) => {
          const file = basename(context.filename, '.ts');
          if (!id.name.endsWith('Service') && !file.endsWith('.service')) return;
          if (id.name.toLowerCase() === file.replace(/[-.]/g, '')) return;
          context.report({
            node: id,
            message: 'Name file and class alike: UserRolesService, user-roles.service.ts.',
          });
        },
      }),
    },
  },
};

export default [
  { ignores: ['**/dist', '**/out-tsc', '.nx', '**/data'] },
  ...nx.configs['flat/base'],
  ...nx.configs['flat/typescript'],
  ...vue.configs['flat/recommended'].map((config) => ({
    ...config,
    files: ['apps/admin/**/*.vue', '**/*.vue'],
  })),
  {
    files: ['**/*.vue'],
    plugins: { '@typescript-eslint': typescript.plugin },
    languageOptions: { parserOptions: { parser: typescript.parser } },
    rules: {
      'vue/multi-word-component-names': 'off', // the folder says what it belongs to
      'vue/require-default-prop': 'off', // optional properties are typed as such
      'vue/no-v-html': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.vue'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints: boundaries },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'prefer-const': 'error',
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(SpreadElement > ObjectExpression, SpreadElement > ArrayExpression)',
          message: 'Write the members themselves: a spread of a literal switches excess-property checks off.',
        },
        {
          selector: 'MemberExpression[object.name="AbortSignal"][property.name="any"]',
          message:
            'Use an AbortController of your own and setTimeout: Node 20 lets go of a combined signal that only a response listens to, and the call never ends.',
        },
      ],
    },
  },
  {
    files: ['**/*.service.ts', '**/api/src/**/*.ts'],
    plugins: { sitedesk: fileNames },
    rules: { 'sitedesk/service-file': 'error' },
  },
  // Features of the administration never import each other; what two of them need stands in ui, app or composables.
  {
    files: ['apps/admin/src/features/**/*.{ts,vue}', 'src/features/**/*.{ts,vue}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(\\.\\./)+(?!app/|ui/|composables/|\\.\\./).*$',
              message: 'A feature imports from app, ui, composables and its own folder only.',
            },
          ],
        },
      ],
    },
  },
  // Command-line programs talk to a person on a terminal.
  { files: ['tools/**/*.{ts,mjs}', '**/cli/**/*.ts'], rules: { 'no-console': 'off' } },
  prettier,
];
