import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';

/** Who may import whom. One dimension, so that a violation has one meaning. */
const boundaries = [
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:site', onlyDependOnLibsWithTags: ['scope:site', 'scope:shared'] },
  { sourceTag: 'scope:edge', onlyDependOnLibsWithTags: ['scope:edge', 'scope:shared'] },
  { sourceTag: 'scope:testing', onlyDependOnLibsWithTags: ['scope:testing', 'scope:shared'] },
  {
    sourceTag: 'scope:api',
    onlyDependOnLibsWithTags: ['scope:api', 'scope:site', 'scope:testing', 'scope:shared'],
  },
  { sourceTag: 'scope:e2e', onlyDependOnLibsWithTags: ['scope:e2e', 'scope:testing', 'scope:shared'] },
  {
    sourceTag: 'scope:tools',
    onlyDependOnLibsWithTags: ['scope:tools', 'scope:edge', 'scope:testing', 'scope:shared'],
  },
];

export default [
  { ignores: ['**/dist', '**/out-tsc', '.nx', '**/data'] },
  ...nx.configs['flat/base'],
  ...nx.configs['flat/typescript'],
  {
    files: ['**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints: boundaries },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'prefer-const': 'error',
      'no-console': 'error',
    },
  },
  // Command-line programs talk to a person on a terminal.
  { files: ['tools/**/*.{ts,mjs}', '**/cli/**/*.ts'], rules: { 'no-console': 'off' } },
  prettier,
];
